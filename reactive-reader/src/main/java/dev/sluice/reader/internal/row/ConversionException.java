package dev.sluice.reader.internal.row;

/** A value can't be given as the class asked for. Says which classes, and never which value. */
final class ConversionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ConversionException(String message) {
        super(message, null, false, false);
    }

    static ConversionException unknown(Class<?> from, Class<?> to) {
        return new ConversionException("a " + from.getSimpleName() + " can't be read as " + to.getTypeName());
    }

    static ConversionException doesNotFit(Object value, Class<?> to) {
        return new ConversionException(
                "the " + value.getClass().getSimpleName() + " does not fit into " + to.getTypeName() + " without loss");
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
