package io.posthorn.e2e;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;

/**
 * Module boundaries: these tests use the jar, HTTP, files and exit codes, but no class of the
 * server.
 */
final class E2eArchitectureTest {
  private static final JavaClasses E2E = new ClassFileImporter().importPackages("io.posthorn.e2e");

  @Test
  void the_jar_is_used_only_from_outside() {
    assertThat(E2E.size()).isGreaterThan(40);
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.posthorn.app..",
            "io.posthorn.cli..",
            "io.posthorn.core..",
            "io.posthorn.embedded..",
            "io.posthorn.engine..",
            "io.posthorn.kafka..",
            "io.posthorn.sender..",
            "io.posthorn.server..",
            "io.posthorn.sim..")
        .check(E2E);
  }

  @Test
  void packages_have_no_cycles() {
    slices().matching("io.posthorn.(e2e..)").should().beFreeOfCycles().check(E2E);
  }

  @Test
  void shared_fixtures_do_not_use_the_tests() {
    noClasses()
        .that()
        .resideInAnyPackage("..client", "..environment", "..receiving")
        .and()
        .haveSimpleNameNotEndingWith("Test")
        .should()
        .dependOnClassesThat()
        .haveSimpleNameEndingWith("Test")
        .check(E2E);
  }
}
