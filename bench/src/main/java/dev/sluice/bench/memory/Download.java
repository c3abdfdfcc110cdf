package dev.sluice.bench.memory;

import java.time.LocalDate;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/** A row of the demo table {@code pypi.downloads}, as a user would declare it. */
record Download(
        LocalDateTime timestamp,
        String project,
        String version,
        String fileName,
        String fileType,
        @Nullable String countryCode,
        @Nullable String pythonVersion,
        @Nullable String installerName,
        @Nullable String installerVersion,
        @Nullable String systemName,
        @Nullable String cpu,
        long sizeBytes,
        @Nullable Double durationSeconds,
        boolean cached,
        LocalDate day) {}
