/** What a result looks like: the text of each type, result files, their column descriptions, and pages read from them. */
@NullMarked
package dev.sluice.testkit.internal.result;

import org.jspecify.annotations.NullMarked;
