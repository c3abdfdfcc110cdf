/** The byte budget: an asynchronous, fair, cancel-safe semaphore that counts bytes. */
@NullMarked
package dev.sluice.fs.budget;

import org.jspecify.annotations.NullMarked;
