package dev.sluice.testkit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The library's tests use the testkit, so the testkit must not know the library. */
@AnalyzeClasses(packages = "dev.sluice.testkit", importOptions = DoNotIncludeTests.class)
class TestkitArchitectureTest {
    @ArchTest
    static final ArchRule KNOWS_NEITHER_FILE_SYSTEM_NOR_READER =
            noClasses().should().dependOnClassesThat().resideInAnyPackage("dev.sluice.fs..", "dev.sluice.reader..");

    @ArchTest
    static final ArchRule HTTP_KNOWS_NO_SERVICE = noClasses()
            .that()
            .resideInAPackage("dev.sluice.testkit.http")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.sluice.testkit",
                    "dev.sluice.testkit.s3",
                    "dev.sluice.testkit.fault",
                    "dev.sluice.testkit.internal..");

    @ArchTest
    static final ArchRule FAULTS_KNOW_HTTP_ALONE = noClasses()
            .that()
            .resideInAPackage("dev.sluice.testkit.fault")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.sluice.testkit", "dev.sluice.testkit.s3", "dev.sluice.testkit.internal..");

    @ArchTest
    static final ArchRule S3_KNOWS_NO_ATHENA = noClasses()
            .that()
            .resideInAnyPackage(
                    "dev.sluice.testkit.s3",
                    "dev.sluice.testkit.internal.s3",
                    "dev.sluice.testkit.internal.store",
                    "dev.sluice.testkit.internal.sigv4")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.sluice.testkit", "dev.sluice.testkit.engine..", "dev.sluice.testkit.internal.athena..");
}
