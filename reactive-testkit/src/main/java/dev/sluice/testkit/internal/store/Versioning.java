package dev.sluice.testkit.internal.store;

/** Whether a bucket keeps what is overwritten and deleted. */
public enum Versioning {
    /** Never switched on. */
    OFF,
    /** Every write makes a version. */
    ENABLED,
    /** Was on; writes replace the version {@code null} now. */
    SUSPENDED
}
