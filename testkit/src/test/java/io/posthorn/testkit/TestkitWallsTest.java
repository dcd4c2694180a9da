package io.posthorn.testkit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The testkit looks at Posthorn from outside only. */
final class TestkitWallsTest {
  @Test
  void the_testkit_uses_no_other_module() {
    JavaClasses testkit =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.posthorn.testkit");

    assertThat(testkit.size()).isGreaterThan(5);
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.posthorn.app..",
            "io.posthorn.bench..",
            "io.posthorn.cli..",
            "io.posthorn.client..",
            "io.posthorn.core..",
            "io.posthorn.e2e..",
            "io.posthorn.embedded..",
            "io.posthorn.engine..",
            "io.posthorn.kafka..",
            "io.posthorn.receiver..",
            "io.posthorn.sender..",
            "io.posthorn.server..",
            "io.posthorn.sim..")
        .check(testkit);
  }
}
