package dev.sluice.testkit;

import dev.sluice.testkit.internal.client.LocalHttp;
import dev.sluice.testkit.s3.LocalS3;
import java.net.URI;
import java.util.function.Consumer;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.athena.AthenaAsyncClient;
import software.amazon.awssdk.services.athena.AthenaAsyncClientBuilder;

/** Athena clients of the SDK that talk to a local endpoint and read no settings of the machine they are on. */
final class SdkClients {
    private SdkClients() {}

    static AthenaAsyncClient athena(URI endpoint, Consumer<AthenaAsyncClientBuilder> settings) {
        AthenaAsyncClientBuilder builder = AthenaAsyncClient.builder()
                .endpointOverride(endpoint)
                .httpClientBuilder(LocalHttp.builder())
                .region(Region.of(LocalS3.REGION))
                .credentialsProvider(LocalS3.credentials());
        settings.accept(builder);
        return builder.build();
    }
}
