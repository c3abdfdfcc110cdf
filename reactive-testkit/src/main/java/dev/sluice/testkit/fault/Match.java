package dev.sluice.testkit.fault;

import dev.sluice.testkit.http.HttpCall;
import dev.sluice.testkit.http.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.regex.Pattern;

/**
 * Which calls a fault is for: those that meet every condition, of these the nth and so many from it on. It is the first
 * one alone unless said otherwise. Immutable; each method returns a new match.
 *
 * @since 0.1
 */
public final class Match {
    private final String text;
    private final List<BiPredicate<HttpCall, Operation>> conditions;
    private final long first;
    private final long times;

    private Match(String text, List<BiPredicate<HttpCall, Operation>> conditions, long first, long times) {
        this.text = text;
        this.conditions = List.copyOf(conditions);
        this.first = first;
        this.times = times;
    }

    /**
     * Any call of any service.
     *
     * @return the match
     */
    public static Match any() {
        return new Match("any call", List.of(), 1, 1);
    }

    /**
     * The calls of some operations.
     *
     * @param names such as {@code GetObject} or {@code StartQueryExecution}
     * @return the match
     */
    public static Match operation(String... names) {
        Set<String> wanted = Set.of(names);
        return new Match(
                String.join("|", names), List.of((call, operation) -> wanted.contains(operation.name())), 1, 1);
    }

    /**
     * The calls of a service.
     *
     * @param name {@code s3} or {@code athena}
     * @return the match
     */
    public static Match service(String name) {
        return new Match(
                "service " + name,
                List.of((call, operation) -> operation.service().equals(name)),
                1,
                1);
    }

    /**
     * Only with this HTTP method.
     *
     * @param method such as {@code GET}
     * @return a narrower match
     */
    public Match method(String method) {
        return and("method " + method, (call, operation) -> call.method().equals(method));
    }

    /**
     * Only about this bucket.
     *
     * @param bucket its name
     * @return a narrower match
     */
    public Match bucket(String bucket) {
        return and("bucket " + bucket, (call, operation) -> operation.bucket().equals(bucket));
    }

    /**
     * Only about keys of this form.
     *
     * @param glob the key; {@code *} stands for any characters but a slash, {@code **} for any, {@code ?} for one
     * @return a narrower match
     */
    public Match key(String glob) {
        Pattern pattern = pattern(glob);
        return and(
                "key " + glob,
                (call, operation) -> pattern.matcher(operation.key()).matches());
    }

    /**
     * Only with a header field of this form.
     *
     * @param name the field's name, in any case
     * @param glob its value, in the form of {@link #key}
     * @return a narrower match
     */
    public Match header(String name, String glob) {
        Pattern pattern = pattern(glob);
        return and(name + ": " + glob, (call, operation) -> {
            String value = call.headers().first(name);
            return value != null && pattern.matcher(value).matches();
        });
    }

    /**
     * Only where a condition holds.
     *
     * @param condition of the call, whose body it must not read, and of what it asks for
     * @return a narrower match
     */
    public Match where(BiPredicate<HttpCall, Operation> condition) {
        return and("condition", condition);
    }

    /**
     * Not the first of the calls that meet the conditions, but the nth.
     *
     * @param n counted from 1
     * @return the changed match
     */
    public Match nth(long n) {
        if (n < 1) {
            throw new IllegalArgumentException("n counts from 1: " + n);
        }
        return new Match(text, conditions, n, times);
    }

    /**
     * Not one call, but several in a row.
     *
     * @param count how many
     * @return the changed match
     */
    public Match times(long count) {
        if (count < 1) {
            throw new IllegalArgumentException("count must be at least 1: " + count);
        }
        return new Match(text, conditions, first, count);
    }

    /**
     * Every call from the first, or the nth, on.
     *
     * @return the changed match
     */
    public Match always() {
        return new Match(text, conditions, first, Long.MAX_VALUE);
    }

    boolean covers(HttpCall call, Operation operation) {
        for (BiPredicate<HttpCall, Operation> condition : conditions) {
            if (!condition.test(call, operation)) {
                return false;
            }
        }
        return true;
    }

    /** Whether the call that is the nth to meet the conditions is one to strike. */
    boolean strikes(long occurrence) {
        return occurrence >= first && occurrence - first < times;
    }

    private Match and(String condition, BiPredicate<HttpCall, Operation> predicate) {
        List<BiPredicate<HttpCall, Operation>> all = new ArrayList<>(conditions);
        all.add(predicate);
        return new Match(text + ", " + condition, all, first, times);
    }

    private static Pattern pattern(String glob) {
        StringBuilder regex = new StringBuilder();
        for (int i = 0; i < glob.length(); i++) {
            char c = glob.charAt(i);
            if (c == '*' && i + 1 < glob.length() && glob.charAt(i + 1) == '*') {
                regex.append(".*");
                i++;
            } else if (c == '*') {
                regex.append("[^/]*");
            } else if (c == '?') {
                regex.append("[^/]");
            } else {
                regex.append(Pattern.quote(String.valueOf(c)));
            }
        }
        return Pattern.compile(regex.toString(), Pattern.DOTALL);
    }

    @Override
    public String toString() {
        return text + (first == 1 ? "" : ", from " + first) + (times == 1 ? "" : ", " + times + " times");
    }
}
