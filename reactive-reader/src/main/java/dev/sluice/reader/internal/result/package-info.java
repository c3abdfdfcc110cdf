/** Which way a result is read and where its objects are: paths, the UNLOAD statement, the manifest, workgroup rules. */
@NullMarked
package dev.sluice.reader.internal.result;

import org.jspecify.annotations.NullMarked;
