package io.posthorn.embedded;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.posthorn.core.shard.ShardBoundary;
import org.junit.jupiter.api.Test;

/** Dependency rules of the embedded engine: it uses no other engine and no server. */
final class EmbeddedArchitectureTest {
  private static final JavaClasses EMBEDDED =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_JARS)
          .importPackages("io.posthorn.embedded");

  @Test
  void it_depends_on_the_port_the_core_and_rocksdb_only() {
    assertThat(EMBEDDED.size()).isGreaterThan(20);
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "io.posthorn.embedded..",
            "io.posthorn.engine..",
            "io.posthorn.core..",
            "org.rocksdb..",
            "org.jspecify.annotations",
            "java..")
        .check(EMBEDDED);
  }

  @Test
  void of_shards_only_the_interface_is_used() {
    ShardBoundary.ONLY_THE_INTERFACE_OF_A_SHARD_IS_USED.check(EMBEDDED);
  }

  @Test
  void packages_have_no_cycles() {
    slices().matching("io.posthorn.(embedded..)").should().beFreeOfCycles().check(EMBEDDED);
    noClasses()
        .that()
        .resideInAPackage("io.posthorn.embedded.*..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.posthorn.embedded")
        .check(EMBEDDED);
  }
}
