package dev.sluice.testkit.internal.athena;

/** What the service says where managed results and a place of one's own are asked for at once. */
final class ManagedResults {
    static final String NOT_TOGETHER =
            "ManagedQueryResultsConfiguration and ResultConfiguration cannot be set together";

    private ManagedResults() {}
}
