package dev.sluice.testkit;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A workgroup of the local Athena. Immutable: each setting returns a changed copy.
 *
 * <pre>{@code
 * WorkGroup.named("reports").outputLocation("s3://reports/").enforcing()
 * }</pre>
 *
 * @since 0.1
 */
public final class WorkGroup {
    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9._-]{1,128}");

    private final String name;
    private final @Nullable String outputLocation;
    private final boolean enforced;
    private final boolean managed;
    private final boolean enabled;
    private final @Nullable String encryptionOption;
    private final @Nullable String kmsKey;

    private WorkGroup(
            String name,
            @Nullable String outputLocation,
            boolean enforced,
            boolean managed,
            boolean enabled,
            @Nullable String encryptionOption,
            @Nullable String kmsKey) {
        this.name = name;
        this.outputLocation = outputLocation;
        this.enforced = enforced;
        this.managed = managed;
        this.enabled = enabled;
        this.encryptionOption = encryptionOption;
        this.kmsKey = kmsKey;
    }

    /**
     * An enabled workgroup without an output location, which lets each request choose its settings.
     *
     * @param name 1 to 128 letters, digits, dots, underscores and hyphens
     * @return the workgroup
     * @throws IllegalArgumentException if the name is none
     */
    public static WorkGroup named(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("not a workgroup's name: " + name);
        }
        return new WorkGroup(name, null, false, false, true, null, null);
    }

    /**
     * With a place for results; its bucket is made when the local Athena starts.
     *
     * @param location {@code s3://bucket/prefix/}
     * @return a changed copy
     */
    public WorkGroup outputLocation(String location) {
        return new WorkGroup(name, location, enforced, managed, enabled, encryptionOption, kmsKey);
    }

    /**
     * With settings that win over those of the request.
     *
     * @return a changed copy
     */
    public WorkGroup enforcing() {
        return new WorkGroup(name, outputLocation, true, managed, enabled, encryptionOption, kmsKey);
    }

    /**
     * With managed results: no object in any bucket, rows through GetQueryResults only.
     *
     * @return a changed copy
     */
    public WorkGroup managedResults() {
        return new WorkGroup(name, outputLocation, enforced, true, enabled, encryptionOption, kmsKey);
    }

    /**
     * Switched off: it starts no query.
     *
     * @return a changed copy
     */
    public WorkGroup disabled() {
        return new WorkGroup(name, outputLocation, enforced, managed, false, encryptionOption, kmsKey);
    }

    /**
     * With encrypted results. The local S3 encrypts nothing, but the objects of {@code CSE_KMS} are noise to every client,
     * as they are to one without the key.
     *
     * @param option {@code SSE_S3}, {@code SSE_KMS} or {@code CSE_KMS}
     * @param key the key's id or ARN; null with {@code SSE_S3}
     * @return a changed copy
     */
    public WorkGroup encryption(String option, @Nullable String key) {
        return new WorkGroup(name, outputLocation, enforced, managed, enabled, option, key);
    }

    /**
     * Its name.
     *
     * @return the name
     */
    public String name() {
        return name;
    }

    /**
     * Where its results go.
     *
     * @return {@code s3://bucket/prefix/}, or null if that is left to the request
     */
    public @Nullable String outputLocation() {
        return outputLocation;
    }

    /**
     * Whether its settings win over the request's.
     *
     * @return true if they do
     */
    public boolean isEnforcing() {
        return enforced;
    }

    /**
     * Whether it keeps results to itself.
     *
     * @return true with managed results
     */
    public boolean hasManagedResults() {
        return managed;
    }

    /**
     * Whether it starts queries.
     *
     * @return false if it is switched off
     */
    public boolean isEnabled() {
        return enabled;
    }

    /**
     * How its results are encrypted.
     *
     * @return the option, or null if they are not
     */
    public @Nullable String encryptionOption() {
        return encryptionOption;
    }

    /**
     * The key they are encrypted with.
     *
     * @return its id or ARN, or null
     */
    public @Nullable String kmsKey() {
        return kmsKey;
    }
}
