package io.posthorn.bench;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.posthorn.core.shard.ShardBoundary;
import org.junit.jupiter.api.Test;

/** The benchmark measures a server from outside; only the seeds and the index are looked into. */
final class BenchArchitectureTest {
  private static final JavaClasses BENCH =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.posthorn.bench");

  @Test
  void packages_have_no_cycles() {
    assertThat(BENCH.size()).isGreaterThan(40);
    slices().matching("io.posthorn.(bench..)").should().beFreeOfCycles().check(BENCH);
  }

  @Test
  void only_seeds_and_the_index_use_the_rules_and_a_store() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.posthorn.bench.seed")
        .and()
        .doNotHaveSimpleName("Matching")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.posthorn.core..", "io.posthorn.engine..", "io.posthorn.embedded..")
        .check(BENCH);
  }

  @Test
  void of_shards_only_the_interface_is_used() {
    ShardBoundary.ONLY_THE_INTERFACE_OF_A_SHARD_IS_USED.check(BENCH);
  }

  @Test
  void the_server_is_used_only_as_a_process() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideOutsideOfPackages(
            "io.posthorn.app..",
            "io.posthorn.cli..",
            "io.posthorn.server..",
            "io.posthorn.sender..",
            "io.posthorn.kafka..",
            "io.posthorn.sim..")
        .check(BENCH);
  }
}
