/** The objects at rest: buckets, versions and uploads, with their bytes in files. */
@NullMarked
package dev.sluice.testkit.internal.store;

import org.jspecify.annotations.NullMarked;
