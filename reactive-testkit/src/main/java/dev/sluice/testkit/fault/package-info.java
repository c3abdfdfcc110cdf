/** Faults that tests have the local S3 and the local Athena show: chosen by call, used up in order, recorded. */
@NullMarked
package dev.sluice.testkit.fault;

import org.jspecify.annotations.NullMarked;
