package dev.sluice.reader.internal.text;

/** A text that is not what its column says; carries no value, only what was expected. */
final class TextFormatException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String what;
    private final boolean unsupported;

    private TextFormatException(String message, boolean unsupported) {
        super(message, null, false, false);
        this.what = message;
        this.unsupported = unsupported;
    }

    /** The text is wrong. */
    static TextFormatException malformed(String expected) {
        return new TextFormatException(expected, false);
    }

    /** The text is right, but the value does not fit. */
    static TextFormatException unsupported(String what) {
        return new TextFormatException(what, true);
    }

    /** What was expected, or does not fit. */
    String what() {
        return what;
    }

    boolean isUnsupported() {
        return unsupported;
    }
}
