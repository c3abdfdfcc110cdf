/** Starting, watching and stopping queries; knows no format of a result. */
@NullMarked
package dev.sluice.reader.internal.query;

import org.jspecify.annotations.NullMarked;
