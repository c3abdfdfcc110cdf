/** An Athena of scripted answers, for tests that need no server. */
package dev.sluice.reader.fake;
