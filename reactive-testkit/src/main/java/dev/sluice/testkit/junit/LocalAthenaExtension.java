package dev.sluice.testkit.junit;

import dev.sluice.testkit.LocalAthena;
import dev.sluice.testkit.s3.LocalS3;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import software.amazon.awssdk.services.athena.AthenaAsyncClient;
import software.amazon.awssdk.services.s3.S3AsyncClient;

/**
 * Gives tests a local Athena, and proves after each that it left nothing behind: every probe is zero, no query runs, no
 * request is open, Reactor dropped no signal. What takes its time gets it, up to a deadline.
 *
 * <pre>{@code
 * @ExtendWith(LocalAthenaExtension.class)                    // DuckDB, one for the class
 * class OrdersTest {
 *     @Test
 *     void countsOrders(LocalAthena athena, SluiceProbes probes) { … }
 * }
 *
 * @RegisterExtension                                          // or one for each test, with an engine of its own
 * LocalAthenaExtension athena = LocalAthenaExtension.of(() -> LocalAthena.builder().engine(engine).start());
 * }</pre>
 *
 * <p>On a class or in a static field it serves the whole class, and forgets calls and faults between tests; in an instance
 * field, or on a method, there is one for each test. Parameters of a test may be {@link LocalAthena}, {@link LocalS3},
 * {@link SluiceProbes}, {@link AthenaAsyncClient} and {@link S3AsyncClient}.
 *
 * <p>Reactor's hooks are global: tests under this extension run one after another in their JVM.
 *
 * @since 0.1
 */
public final class LocalAthenaExtension
        implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, ParameterResolver {
    private static final Duration DEFAULT_DEADLINE = Duration.ofSeconds(5);
    private static final Map<Class<?>, Function<LocalAthena, Object>> FROM_ATHENA = Map.of(
            LocalAthena.class, athena -> athena,
            LocalS3.class, LocalAthena::s3,
            AthenaAsyncClient.class, LocalAthena::athenaClient,
            S3AsyncClient.class, LocalAthena::s3Client);

    private final ExtensionContext.Namespace namespace = ExtensionContext.Namespace.create(new Object());
    private final Supplier<LocalAthena> starter;
    private final Duration deadline;

    /** One with DuckDB and a workgroup {@code primary}. */
    public LocalAthenaExtension() {
        this(LocalAthena::start, DEFAULT_DEADLINE);
    }

    private LocalAthenaExtension(Supplier<LocalAthena> starter, Duration deadline) {
        this.starter = starter;
        this.deadline = deadline;
    }

    /**
     * One of the test's own making.
     *
     * @param starter starts it; called when the first test needs it
     * @return the extension
     */
    public static LocalAthenaExtension of(Supplier<LocalAthena> starter) {
        return new LocalAthenaExtension(starter, DEFAULT_DEADLINE);
    }

    /**
     * With another deadline.
     *
     * @param time how long probes, queries and requests get to come to rest
     * @return a changed copy
     */
    public LocalAthenaExtension deadline(Duration time) {
        return new LocalAthenaExtension(starter, time);
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        athena(context);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        LocalAthena athena = athena(context);
        athena.faults().clear();
        athena.clearCalls();
        athena.s3().clearRequests();
        SluiceProbes probes = probes(context);
        probes.add("running queries", () -> athena.runningQueries().size());
        probes.add("open requests", () -> athena.s3().activeRequests());
        context.getStore(namespace).put(DroppedSignals.class, new DroppedSignals());
    }

    @Override
    public void afterEach(ExtensionContext context) {
        DroppedSignals dropped = context.getStore(namespace).remove(DroppedSignals.class, DroppedSignals.class);
        List<String> left = new ArrayList<>(probes(context).awaitZero(deadline));
        if (dropped != null) {
            left.addAll(dropped.seen());
            dropped.close();
        }
        if (!left.isEmpty()) {
            throw new AssertionError("the test left something behind: " + String.join("; ", left));
        }
    }

    private LocalAthena athena(ExtensionContext context) {
        return context.getStore(namespace)
                .getOrComputeIfAbsent(LocalAthena.class, key -> starter.get(), LocalAthena.class);
    }

    private SluiceProbes probes(ExtensionContext context) {
        return context.getStore(namespace)
                .getOrComputeIfAbsent(SluiceProbes.class, key -> new SluiceProbes(), SluiceProbes.class);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == SluiceProbes.class || FROM_ATHENA.containsKey(type);
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        if (type == SluiceProbes.class) {
            if (context.getTestMethod().isEmpty()) {
                throw new ParameterResolutionException("probes belong to a test, not to its class");
            }
            return probes(context);
        }
        Function<LocalAthena, Object> from = FROM_ATHENA.get(type);
        if (from == null) {
            throw new ParameterResolutionException("nothing of " + type);
        }
        return from.apply(athena(context));
    }
}
