package dev.sluice.cli.format;

/** Text in a terminal's cells. */
final class CellText {
    private CellText() {}

    /** The text with control characters escaped: a tab as {@code \t}, an escape as <code>\</code>{@code u001b}. */
    static String printable(String text) {
        if (text.codePoints().noneMatch(CellText::isControl)) {
            return text;
        }
        StringBuilder escaped = new StringBuilder();
        text.codePoints().forEach(point -> {
            switch (point) {
                case '\n' -> escaped.append("\\n");
                case '\r' -> escaped.append("\\r");
                case '\t' -> escaped.append("\\t");
                default -> {
                    if (isControl(point)) {
                        escaped.append(String.format(java.util.Locale.ROOT, "\\u%04x", point));
                    } else {
                        escaped.appendCodePoint(point);
                    }
                }
            }
        });
        return escaped.toString();
    }

    /** How many cells a printable text takes. */
    static int width(String text) {
        return text.codePoints().map(CellText::width).sum();
    }

    /** The text, or so much of it as fits with an ellipsis. */
    static String cut(String text, int width) {
        if (width(text) <= width) {
            return text;
        }
        StringBuilder cut = new StringBuilder();
        int used = 1;
        for (int at = 0; at < text.length(); ) {
            int point = text.codePointAt(at);
            used += width(point);
            if (used > width) {
                break;
            }
            cut.appendCodePoint(point);
            at += Character.charCount(point);
        }
        return cut.append('…').toString();
    }

    private static boolean isControl(int point) {
        return Character.isISOControl(point)
                || point == 0x2028
                || point == 0x2029
                // marks that turn the direction of what follows
                || (point >= 0x202A && point <= 0x202E)
                || (point >= 0x2066 && point <= 0x2069);
    }

    private static int width(int point) {
        int type = Character.getType(point);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK || type == Character.FORMAT) {
            return 0;
        }
        return isWide(point) ? 2 : 1;
    }

    /** The blocks that Unicode's East Asian Width calls wide, and emoji. */
    private static boolean isWide(int point) {
        return (point >= 0x1100 && point <= 0x115F)
                || (point >= 0x2E80 && point <= 0xA4CF && point != 0x303F)
                || (point >= 0xAC00 && point <= 0xD7A3)
                || (point >= 0xF900 && point <= 0xFAFF)
                || (point >= 0xFE30 && point <= 0xFE6F)
                || (point >= 0xFF00 && point <= 0xFF60)
                || (point >= 0xFFE0 && point <= 0xFFE6)
                || (point >= 0x1F300 && point <= 0x1FAFF)
                || (point >= 0x20000 && point <= 0x3FFFD);
    }
}
