package dev.sluice.testkit.internal.store;

import java.util.HexFormat;

/** Entity tags. */
public final class ETags {
    private ETags() {}

    /** The tag of a digest. */
    public static String of(byte[] md5) {
        return '"' + HexFormat.of().formatHex(md5) + '"';
    }

    /** Whether a condition's value, one tag or several or {@code *}, names this tag. */
    public static boolean matches(String condition, String etag) {
        for (String one : condition.split(",")) {
            String tag = unquote(one.strip());
            if (tag.equals("*") || tag.equals(unquote(etag))) {
                return true;
            }
        }
        return false;
    }

    /** The tag without quotes and without the mark of a weak one. */
    public static String unquote(String etag) {
        String strong = etag.startsWith("W/") ? etag.substring(2) : etag;
        return strong.length() >= 2 && strong.startsWith("\"") && strong.endsWith("\"")
                ? strong.substring(1, strong.length() - 1)
                : strong;
    }
}
