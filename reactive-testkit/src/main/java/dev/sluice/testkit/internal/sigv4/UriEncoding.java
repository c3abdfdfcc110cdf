package dev.sluice.testkit.internal.sigv4;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Percent-encoding as AWS signs it: all but {@code A-Z a-z 0-9 - . _ ~} is encoded, in upper case, by UTF-8. */
public final class UriEncoding {
    private static final String PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
    private static final String HEX = "0123456789ABCDEF";

    private UriEncoding() {}

    public static String encode(String text, boolean keepSlash) {
        StringBuilder encoded = new StringBuilder(text.length() + 16);
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            boolean plain = PLAIN.indexOf(c) >= 0 || (c == '/' && keepSlash);
            if (plain) {
                encoded.append(c);
            } else {
                encoded.append('%').append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 0xf));
            }
        }
        return encoded.toString();
    }

    /**
     * Decodes; a percent sign that no two hexadecimal digits follow stands for itself.
     *
     * @param text what came over the wire
     * @param plusIsSpace whether this is a query
     * @return the text meant
     */
    public static String decode(String text, boolean plusIsSpace) {
        if (text.indexOf('%') < 0 && (!plusIsSpace || text.indexOf('+') < 0)) {
            return text;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
        byte[] raw = text.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < raw.length; i++) {
            int high = raw[i] == '%' && i + 2 < raw.length ? Character.digit(raw[i + 1], 16) : -1;
            int low = high >= 0 ? Character.digit(raw[i + 2], 16) : -1;
            if (low >= 0) {
                bytes.write((high << 4) | low);
                i += 2;
            } else {
                bytes.write(raw[i] == '+' && plusIsSpace ? ' ' : raw[i]);
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** The names and values of a query, decoded, in their order; a name without a value has an empty one. */
    public static List<Map.Entry<String, String>> query(String query) {
        List<Map.Entry<String, String>> pairs = new ArrayList<>();
        for (String pair : query.split("&")) {
            if (!pair.isEmpty()) {
                int equals = pair.indexOf('=');
                String name = equals < 0 ? pair : pair.substring(0, equals);
                String value = equals < 0 ? "" : pair.substring(equals + 1);
                pairs.add(Map.entry(decode(name, true), decode(value, true)));
            }
        }
        return pairs;
    }
}
