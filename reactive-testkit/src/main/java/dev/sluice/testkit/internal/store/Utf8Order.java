package dev.sluice.testkit.internal.store;

import java.util.Comparator;

/** The order of strings by their UTF-8 bytes, which is that of their code points; Java's own goes by UTF-16 units. */
public enum Utf8Order implements Comparator<String> {
    INSTANCE;

    /** Stands behind every key that starts with the same prefix, short of another of itself. */
    public static final String LAST = Character.toString(Character.MAX_CODE_POINT);

    @Override
    public int compare(String a, String b) {
        int length = Math.min(a.length(), b.length());
        for (int i = 0; i < length; i++) {
            char x = a.charAt(i);
            char y = b.charAt(i);
            if (x != y) {
                boolean highX = Character.isSurrogate(x);
                boolean highY = Character.isSurrogate(y);
                // A surrogate stands for a code point above every other unit.
                return highX == highY ? Character.compare(x, y) : highX ? 1 : -1;
            }
        }
        return Integer.compare(a.length(), b.length());
    }
}
