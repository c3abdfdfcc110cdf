package dev.sluice.reader;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Set;
import java.util.concurrent.Future;
import org.reactivestreams.Publisher;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.scheduler.Schedulers;

/** The directions of the packages, and the operators and calls that this module does without. */
@AnalyzeClasses(packages = "dev.sluice.reader", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String INTERNAL = "dev.sluice.reader.internal.";

    @ArchTest
    static final ArchRule theSdkIsKnownToThoseWhoTalkToAthenaAndToTheBuilder = noClasses()
            .that()
            .resideOutsideOfPackages(INTERNAL + "query", INTERNAL + "pages")
            .and()
            .doNotHaveFullyQualifiedName("dev.sluice.reader.AthenaReader$Builder")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("software.amazon..");

    @ArchTest
    static final ArchRule startingAndWatchingKnowsNoFormat = noClasses()
            .that()
            .resideInAPackage(INTERNAL + "query")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    INTERNAL + "result..",
                    INTERNAL + "parquet..",
                    INTERNAL + "csv..",
                    INTERNAL + "pages..",
                    INTERNAL + "text..",
                    INTERNAL + "row..",
                    INTERNAL + "flow..",
                    INTERNAL + "arrow..",
                    "org.apache..");

    @ArchTest
    static final ArchRule theWaysKnowNothingOfEachOther = noClasses()
            .that()
            .resideInAPackage(INTERNAL + "parquet..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    INTERNAL + "csv..",
                    INTERNAL + "pages..",
                    INTERNAL + "text..",
                    INTERNAL + "query..",
                    INTERNAL + "result..");

    @ArchTest
    static final ArchRule textObjectsKnowNothingOfTheOtherWays = noClasses()
            .that()
            .resideInAnyPackage(INTERNAL + "csv..", INTERNAL + "text..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    INTERNAL + "parquet..", INTERNAL + "pages..", INTERNAL + "query..", INTERNAL + "result..");

    @ArchTest
    static final ArchRule pagesKnowNothingOfObjects = noClasses()
            .that()
            .resideInAPackage(INTERNAL + "pages..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(INTERNAL + "parquet..", INTERNAL + "csv..", INTERNAL + "result..");

    @ArchTest
    static final ArchRule deliveryKnowsNoFormat = noClasses()
            .that()
            .resideInAnyPackage(INTERNAL + "flow..", INTERNAL + "arrow..", INTERNAL + "row..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    INTERNAL + "parquet..",
                    INTERNAL + "csv..",
                    INTERNAL + "pages..",
                    INTERNAL + "text..",
                    INTERNAL + "query..",
                    INTERNAL + "result..");

    @ArchTest
    static final ArchRule hadoopAndTheTestkitAreUnknown = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.apache.hadoop..", "org.apache.parquet.hadoop..", "dev.sluice.testkit..");

    @ArchTest
    static final ArchRule onlyTheObserverKnowsMicrometer = noClasses()
            .that()
            .doNotHaveSimpleName("MicrometerQueryObserver")
            .and()
            .doNotHaveFullyQualifiedName(INTERNAL + "observe.MicrometerQueryObserver$Started")
            .and()
            .doNotHaveFullyQualifiedName("dev.sluice.reader.AthenaReader$Builder")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.micrometer..");

    @ArchTest
    static final ArchRule nothingBlocks = noClasses()
            .should()
            .callMethodWhere(
                    target(nameMatching("block|blockFirst|blockLast|blockOptional|toIterable|toStream|toFuture"))
                            .and(target(owner(assignableTo(Publisher.class)))))
            .orShould()
            .callMethodWhere(
                    target(nameMatching("get|join|getNow|resultNow")).and(target(owner(assignableTo(Future.class)))))
            .orShould()
            .callMethodWhere(target(nameMatching("sleep|join")).and(target(owner(assignableTo(Thread.class)))));

    @ArchTest
    static final ArchRule hooksAreTheApplications =
            noClasses().should().dependOnClassesThat().belongToAnyOf(Hooks.class);

    /** Parquet loads native codecs, and a reader shuts its executors down, on threads that may block. */
    @ArchTest
    static final ArchRule threadsAreTheReadersOwn = noClasses()
            .that()
            .doNotHaveFullyQualifiedName("dev.sluice.reader.AthenaReader$Builder")
            .and()
            .doNotHaveSimpleName("ReaderShutdown")
            .and()
            .resideOutsideOfPackage(INTERNAL + "parquet..")
            .should()
            .dependOnClassesThat()
            .belongToAnyOf(Schedulers.class);

    @ArchTest
    static final ArchRule noOperatorHidesItsPrefetch = classes()
            .should(new ArchCondition<>("spell prefetch and concurrency out") {
                private static final Set<String> NEVER =
                        Set.of("limitRate", "share", "cache", "replay", "publish", "groupBy", "parallel", "window");
                private static final Set<String> NOT_WITH_ONE_ARGUMENT =
                        Set.of("flatMap", "flatMapSequential", "publishOn", "concatMapIterable", "flatMapIterable");

                @Override
                public void check(JavaClass type, ConditionEvents events) {
                    for (JavaMethodCall call : type.getMethodCallsFromSelf()) {
                        boolean onFlux = call.getTargetOwner().isAssignableTo(Flux.class);
                        int arguments = call.getTarget().getRawParameterTypes().size();
                        boolean hidden = NEVER.contains(call.getName())
                                || (NOT_WITH_ONE_ARGUMENT.contains(call.getName()) && arguments == 1);
                        if (onFlux && hidden) {
                            events.add(SimpleConditionEvent.violated(call, call.getDescription()));
                        }
                    }
                }
            });

    /** Their sinks report an answer that meets a cancel as dropped; Reply does not. */
    @ArchTest
    static final ArchRule nothingIsAnsweredThroughASink = noClasses()
            .should()
            .callMethodWhere(target(nameMatching("create|push"))
                    .and(target(owner(assignableTo(Publisher.class))))
                    .as("Mono.create, Flux.create and Flux.push"));

    @ArchTest
    static final ArchRule everySubscriberPassesTheContextOn = classes()
            .that()
            .implement(CoreSubscriber.class)
            .should(new ArchCondition<>("override currentContext") {
                @Override
                public void check(JavaClass type, ConditionEvents events) {
                    if (type.getAllMethods().stream()
                            .noneMatch(method -> method.getName().equals("currentContext")
                                    && !method.getOwner().isEquivalentTo(CoreSubscriber.class))) {
                        events.add(SimpleConditionEvent.violated(type, type.getName() + " hides the context"));
                    }
                }
            });

    /** A subscription of one's own loses context and cancel, unless the subscriber passes both on. */
    @ArchTest
    static final ArchRule onlyTheOperatorsSubscribe = classes()
            .should(new ArchCondition<>("leave subscribing to others") {
                private static final Set<String> LISTED = Set.of(
                        // passes demand on, the first of it late
                        "dev.sluice.reader.internal.flow.OnFirstRequest$Deferred",
                        // passes everything on
                        "dev.sluice.reader.internal.flow.SweepOnCancel",
                        // pulls from a source, and from the publisher of each batch
                        "dev.sluice.reader.internal.flow.BatchSubscription",
                        "dev.sluice.reader.internal.flow.ConcatFlux",
                        "dev.sluice.reader.internal.flow.ConcatSubscriber",
                        // pulls pieces of an object
                        "dev.sluice.reader.internal.csv.Chunks",
                        // goes on when nobody waits for it
                        "dev.sluice.reader.ReaderShutdown");

                @Override
                public void check(JavaClass type, ConditionEvents events) {
                    for (JavaMethodCall call : type.getMethodCallsFromSelf()) {
                        if (call.getName().equals("subscribe")
                                && call.getTargetOwner().isAssignableTo(Publisher.class)
                                && !LISTED.contains(type.getName())
                                && !type.getPackageName().startsWith(INTERNAL + "parquet")) {
                            events.add(SimpleConditionEvent.violated(call, call.getDescription()));
                        }
                    }
                }
            });

    @ArchTest
    static final ArchRule publicSignaturesNameNothingInternal = classes()
            .that()
            .resideInAPackage("dev.sluice.reader")
            .and()
            .arePublic()
            .should(new ArchCondition<>("keep internal types to themselves") {
                @Override
                public void check(JavaClass type, ConditionEvents events) {
                    for (JavaMethod method : type.getMethods()) {
                        boolean seen = method.getModifiers().contains(JavaModifier.PUBLIC)
                                || method.getModifiers().contains(JavaModifier.PROTECTED);
                        boolean internal = method.getAllInvolvedRawTypes().stream()
                                .anyMatch(involved -> involved.getPackageName().startsWith(INTERNAL));
                        if (seen && internal) {
                            events.add(SimpleConditionEvent.violated(method, method.getFullName()));
                        }
                    }
                }
            });
}
