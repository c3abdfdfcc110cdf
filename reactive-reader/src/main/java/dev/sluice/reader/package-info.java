@NullMarked
package dev.sluice.reader;

import org.jspecify.annotations.NullMarked;
