package dev.sluice.cli;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which Athena, and where in it. */
final class AthenaOptions {
    /** Environment variables of which one is enough to mean AWS. */
    private static final List<String> AWS_VARIABLES = List.of(
            "AWS_REGION",
            "AWS_DEFAULT_REGION",
            "AWS_PROFILE",
            "AWS_ACCESS_KEY_ID",
            "AWS_WEB_IDENTITY_TOKEN_FILE",
            "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
            "AWS_CONTAINER_CREDENTIALS_FULL_URI",
            "AWS_CONFIG_FILE",
            "AWS_SHARED_CREDENTIALS_FILE",
            "AWS_ENDPOINT_URL",
            "AWS_ENDPOINT_URL_ATHENA");

    @Option(
            names = "--local",
            description = "Use an Athena embedded in this process, with demo tables. The default where no AWS settings"
                    + " are found.")
    boolean local;

    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "100000",
            description = "Rows of each demo table of the embedded Athena (default: ${DEFAULT-VALUE}).")
    long demoRows = 100_000;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Parquet, CSV and JSON files below DIR become tables of the embedded Athena.")
    @Nullable
    Path data;

    @Option(names = "--region", paramLabel = "REGION", description = "The AWS region.")
    @Nullable
    String region;

    @Option(names = "--profile", paramLabel = "NAME", description = "The profile of the AWS configuration files.")
    @Nullable
    String profile;

    @Option(
            names = "--endpoint",
            paramLabel = "URL",
            description = "Another endpoint, for Athena and S3 alike, such as a local Athena's.")
    @Nullable
    URI endpoint;

    @Option(names = "--work-group", paramLabel = "NAME", description = "The workgroup (default: Athena's primary).")
    @Nullable
    String workGroup;

    @Option(names = "--catalog", paramLabel = "NAME", description = "The data catalog (default: AwsDataCatalog).")
    @Nullable
    String catalog;

    @Option(names = "--database", paramLabel = "NAME", description = "The database of unqualified table names.")
    @Nullable
    String database;

    @Option(
            names = "--output-location",
            paramLabel = "S3URI",
            description = "Where Athena puts results, as s3://bucket/prefix/ (default: the workgroup's).")
    @Nullable
    String outputLocation;

    /** Whether anything says that AWS is meant: an option, the environment, or AWS's files. */
    boolean hasAwsSettings(Map<String, String> environment, Path home) {
        boolean options =
                Stream.of(region, profile, endpoint, workGroup, outputLocation).anyMatch(option -> option != null);
        return options
                || AWS_VARIABLES.stream().anyMatch(environment::containsKey)
                || Files.exists(home.resolve(".aws/config"))
                || Files.exists(home.resolve(".aws/credentials"));
    }

    /** An option that AWS needs and the embedded Athena has no use for; null if there is none. */
    @Nullable
    String optionThatContradictsLocal() {
        if (region != null) {
            return "--region";
        }
        if (profile != null) {
            return "--profile";
        }
        return endpoint == null ? null : "--endpoint";
    }
}
