package io.posthorn.testkit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The testkit looks at Posthorn from outside only. */
final class TestkitArchitectureTest {
  private static final JavaClasses TESTKIT =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.posthorn.testkit");

  @Test
  void the_testkit_uses_no_other_module() {
    assertThat(TESTKIT.size()).isGreaterThan(5);
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
        .check(TESTKIT);
  }

  @Test
  void packages_have_no_cycles() {
    slices().matching("io.posthorn.(testkit..)").should().beFreeOfCycles().check(TESTKIT);
  }
}
