package dev.sluice.fs;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethodCall;
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

/** The directions of the packages, and the operators and calls that this module does without. */
@AnalyzeClasses(packages = "dev.sluice.fs", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule theSdkIsKnownToItsPackageAndTheBuilderOnly = noClasses()
            .that()
            .resideOutsideOfPackage("dev.sluice.fs.internal.s3")
            .and()
            .doNotHaveSimpleName("S3FileSystemBuilder")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("software.amazon..");

    @ArchTest
    static final ArchRule theBudgetKnowsNothingElse = noClasses()
            .that()
            .resideInAPackage("dev.sluice.fs.budget")
            .should()
            .dependOnClassesThat(DescribedPredicate.describe(
                    "are of this module outside the budget",
                    type -> type.getPackageName().startsWith("dev.sluice.fs")
                            && !type.getPackageName().equals("dev.sluice.fs.budget")));

    @ArchTest
    static final ArchRule readingKnowsTheTransportByItsSeamOnly = noClasses()
            .that()
            .resideInAPackage("dev.sluice.fs.internal.read")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.sluice.fs.internal.s3");

    @ArchTest
    static final ArchRule nothingAboveIsKnown = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.sluice.reader..", "dev.sluice.testkit..", "org.apache.arrow..", "org.apache.parquet..");

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
                                || NOT_WITH_ONE_ARGUMENT.contains(call.getName()) && arguments == 1;
                        if (onFlux && hidden) {
                            events.add(SimpleConditionEvent.violated(call, call.getDescription()));
                        }
                    }
                }
            });

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
    static final ArchRule onlyTheTwoOperatorsSubscribe = classes()
            .that()
            .doNotHaveSimpleName("FetchSlot")
            .and()
            .doNotHaveSimpleName("AttemptLoop")
            .should(new ArchCondition<>("leave subscribing to others") {
                @Override
                public void check(JavaClass type, ConditionEvents events) {
                    for (JavaMethodCall call : type.getMethodCallsFromSelf()) {
                        boolean subscribes = call.getName().equals("subscribe")
                                && call.getTargetOwner().isAssignableTo(Publisher.class);
                        // The transformer is handed a publisher by the SDK, and must subscribe to it.
                        if (subscribes && !type.getSimpleName().equals("BodyTransformer")) {
                            events.add(SimpleConditionEvent.violated(call, call.getDescription()));
                        }
                    }
                }
            });
}
