package dev.sluice.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Resident memory of a process as Linux counts it.
 *
 * @param residentBytes what is resident now
 * @param highWaterBytes the most that ever was: the kernel keeps it, so nothing falls between two samples
 */
public record ProcessMemory(long residentBytes, long highWaterBytes) {
    /**
     * Reads the memory of this process.
     *
     * @return the figures
     * @throws IOException if this is no Linux
     */
    public static ProcessMemory ofThisProcess() throws IOException {
        return of(ProcessHandle.current().pid());
    }

    /**
     * Reads the memory of a process.
     *
     * @param pid its id
     * @return the figures
     * @throws IOException if there is no such process, or if it has ended and only its entry is left
     */
    public static ProcessMemory of(long pid) throws IOException {
        return parse(Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")));
    }

    static ProcessMemory parse(List<String> status) throws IOException {
        return new ProcessMemory(kibibytes(status, "VmRSS:") * 1024, kibibytes(status, "VmHWM:") * 1024);
    }

    private static long kibibytes(List<String> status, String field) throws IOException {
        for (String line : status) {
            if (line.startsWith(field)) {
                return Long.parseLong(
                        line.substring(field.length()).replace("kB", "").strip());
            }
        }
        throw new IOException("No " + field + " in the status of the process: it has ended");
    }
}
