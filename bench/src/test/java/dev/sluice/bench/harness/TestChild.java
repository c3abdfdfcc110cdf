package dev.sluice.bench.harness;

import java.io.IOException;

/** A program for the tests to start: touches memory, says so, and does what else its arguments say. */
public final class TestChild {
    private TestChild() {}

    /**
     * Runs it.
     *
     * @param arguments mebibytes to touch; then {@code wait} for the end of stdin, {@code exit} with a code, or {@code mute}
     * @throws IOException if stdin breaks
     */
    public static void main(String[] arguments) throws IOException {
        byte[][] touched = new byte[Integer.parseInt(arguments[0])][];
        for (int i = 0; i < touched.length; i++) {
            touched[i] = new byte[1 << 20];
            java.util.Arrays.fill(touched[i], (byte) i);
        }
        System.out.println("noise that is no message");
        if (!arguments[1].equals("mute")) {
            ChildLine.send(
                    System.out, ChildLine.message().put("ROWS", touched.length).put("WALL", 0.5));
        }
        switch (arguments[1]) {
            case "wait" -> System.in.read();
            case "exit" -> System.exit(Integer.parseInt(arguments[2]));
            default -> {}
        }
        if (touched.length > 0 && touched[touched.length - 1][0] != (byte) (touched.length - 1)) {
            throw new IllegalStateException("The memory was not kept");
        }
    }
}
