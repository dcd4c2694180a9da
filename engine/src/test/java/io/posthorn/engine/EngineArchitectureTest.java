package io.posthorn.engine;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.posthorn.core.shard.ShardBoundary;
import org.junit.jupiter.api.Test;

/** Dependency rules of the port: it depends on the core only. */
final class EngineArchitectureTest {
  private static final JavaClasses ENGINE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_JARS)
          .importPackages("io.posthorn.engine");

  @Test
  void it_depends_on_the_core_only() {
    assertThat(ENGINE.size()).isGreaterThan(20);
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "io.posthorn.engine..", "io.posthorn.core..", "org.jspecify.annotations", "java..")
        .check(ENGINE);
  }

  @Test
  void of_shards_only_the_interface_is_used() {
    ShardBoundary.ONLY_THE_INTERFACE_OF_A_SHARD_IS_USED.check(ENGINE);
  }

  @Test
  void packages_have_no_cycles() {
    slices().matching("io.posthorn.(engine..)").should().beFreeOfCycles().check(ENGINE);
    noClasses()
        .that()
        .resideInAPackage("io.posthorn.engine.*..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.posthorn.engine")
        .check(ENGINE);
  }
}
