/** How rows look on the way out: one class for each output format, none of which holds more than a batch. */
@NullMarked
package dev.sluice.cli.format;

import org.jspecify.annotations.NullMarked;
