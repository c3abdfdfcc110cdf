/** What stands behind the local Athena's protocol: the engine SPI, and the types and values an engine yields. */
@NullMarked
package dev.sluice.testkit.engine;

import org.jspecify.annotations.NullMarked;
