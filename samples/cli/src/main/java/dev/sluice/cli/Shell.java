package dev.sluice.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * What surrounds the command: streams, environment, terminals. A value, so that tests run the command without a process.
 *
 * @param out where results go: bytes, unbuffered
 * @param err where everything else goes
 * @param environment the environment variables
 * @param home the user's home, where AWS settings may lie
 * @param outIsTerminal whether people look at {@code out}
 * @param errIsTerminal whether people look at {@code err}
 * @param interrupts tells of Ctrl-C
 */
record Shell(
        OutputStream out,
        PrintStream err,
        Map<String, String> environment,
        Path home,
        boolean outIsTerminal,
        boolean errIsTerminal,
        Interrupts interrupts) {
    /** The real one. */
    static Shell ofThisProcess() {
        return new Shell(
                // Not System.out: a PrintStream keeps a broken pipe to itself.
                new FileOutputStream(FileDescriptor.out),
                new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
                System.getenv(),
                // As the AWS SDK looks for it.
                Path.of(System.getenv().getOrDefault("HOME", System.getProperty("user.home"))),
                isTerminal(1),
                isTerminal(2),
                Interrupts.ofThisProcess());
    }

    /**
     * Java only tells whether stdin and stdout both are a terminal (and from 22 on not even that), so Linux is asked for each
     * stream. Elsewhere nothing counts as a terminal: no progress line does less harm than escape codes in a log.
     */
    private static boolean isTerminal(int descriptor) {
        Path link = Path.of("/proc/self/fd", Integer.toString(descriptor));
        if (!Files.isSymbolicLink(link)) {
            return false;
        }
        try {
            String target = Files.readSymbolicLink(link).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException e) {
            return false;
        }
    }
}
