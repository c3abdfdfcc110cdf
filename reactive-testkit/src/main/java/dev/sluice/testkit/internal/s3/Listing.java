package dev.sluice.testkit.internal.s3;

import dev.sluice.testkit.internal.store.Utf8Order;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One page of a listing: the keys and the prefixes common to several, in the order of their UTF-8 bytes.
 *
 * @param keys those that stand for themselves
 * @param prefixes those that end with the delimiter
 * @param last the last key or prefix on the page, from which the next goes on; empty when the page is empty
 * @param isTruncated whether there is more
 */
record Listing(List<String> keys, List<String> prefixes, String last, boolean isTruncated) {
    /**
     * Lists.
     *
     * @param all the keys
     * @param listed which of them count
     * @param prefix what a key must start with
     * @param delimiter what ends a common prefix; empty for none
     * @param after the key or common prefix behind which the page begins; null to begin at the beginning
     * @param limit how many keys and prefixes the page holds at most
     */
    static <V> Listing page(
            NavigableMap<String, V> all,
            Predicate<V> listed,
            String prefix,
            String delimiter,
            @Nullable String after,
            int limit) {
        List<String> keys = new ArrayList<>();
        List<String> prefixes = new ArrayList<>();
        String last = "";
        Map.Entry<String, V> entry = first(all, prefix, delimiter, after);
        while (entry != null && entry.getKey().startsWith(prefix)) {
            String key = entry.getKey();
            if (!listed.test(entry.getValue())) {
                entry = all.higherEntry(key);
                continue;
            }
            if (keys.size() + prefixes.size() >= limit) {
                return new Listing(keys, prefixes, last, limit > 0);
            }
            String common = commonPrefix(key, prefix, delimiter);
            if (common == null) {
                keys.add(key);
                last = key;
                entry = all.higherEntry(key);
            } else {
                prefixes.add(common);
                last = common;
                entry = behind(all, common);
            }
        }
        return new Listing(keys, prefixes, last, false);
    }

    private static <V> Map.@Nullable Entry<String, V> first(
            NavigableMap<String, V> all, String prefix, String delimiter, @Nullable String after) {
        if (after == null || Utf8Order.INSTANCE.compare(after, prefix) < 0) {
            return all.ceilingEntry(prefix);
        }
        String common = commonPrefix(after, prefix, delimiter);
        // A page that ended with a common prefix goes on behind everything under it.
        return common != null && common.equals(after) ? behind(all, common) : all.higherEntry(after);
    }

    private static <V> Map.@Nullable Entry<String, V> behind(NavigableMap<String, V> all, String common) {
        Map.Entry<String, V> entry = all.ceilingEntry(common + Utf8Order.LAST);
        while (entry != null && entry.getKey().startsWith(common)) {
            entry = all.higherEntry(entry.getKey());
        }
        return entry;
    }

    private static @Nullable String commonPrefix(String key, String prefix, String delimiter) {
        if (delimiter.isEmpty() || !key.startsWith(prefix)) {
            return null;
        }
        int end = key.indexOf(delimiter, prefix.length());
        return end < 0 ? null : key.substring(0, end + delimiter.length());
    }
}
