package dev.sluice.reader.internal.query;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import software.amazon.awssdk.services.athena.AthenaAsyncClient;
import software.amazon.awssdk.services.athena.model.GetWorkGroupRequest;
import software.amazon.awssdk.services.athena.model.WorkGroup;

/** The settings of workgroups, asked for only where nothing else tells where to write. */
public final class WorkGroups {
    private static final String PRIMARY = "primary";

    private final AthenaAsyncClient athena;

    /** Asks a client. */
    public WorkGroups(AthenaAsyncClient athena) {
        this.athena = athena;
    }

    /**
     * Where a workgroup puts results.
     *
     * @param workGroup its name; null for the account's own
     * @return the location; nothing if the workgroup has none, or may not be asked
     */
    public Mono<String> outputLocation(@Nullable String workGroup) {
        GetWorkGroupRequest request = GetWorkGroupRequest.builder()
                .workGroup(workGroup == null ? PRIMARY : workGroup)
                .build();
        return Mono.fromFuture(() -> athena.getWorkGroup(request))
                .mapNotNull(answer -> locationOf(answer.workGroup()))
                .onErrorResume(AthenaErrors::isDenied, denied -> Mono.empty())
                .onErrorMap(error -> !AthenaErrors.isDenied(error), AthenaErrors::rejected);
    }

    private static @Nullable String locationOf(@Nullable WorkGroup workGroup) {
        if (workGroup == null
                || workGroup.configuration() == null
                || workGroup.configuration().resultConfiguration() == null) {
            return null;
        }
        String location = workGroup.configuration().resultConfiguration().outputLocation();
        return location == null || location.isBlank() ? null : location;
    }
}
