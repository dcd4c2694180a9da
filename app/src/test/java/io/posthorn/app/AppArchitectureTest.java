package io.posthorn.app;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.posthorn.core.shard.ShardBoundary;
import org.junit.jupiter.api.Test;

/** The launcher is on top of all modules: it may use each of them, and none may use it. */
final class AppArchitectureTest {
  private static final JavaClasses OURS =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(location -> !location.contains("-tests.jar")) // of other modules
          .importPackages("io.posthorn");

  @Test
  void no_other_module_uses_the_launcher() {
    assertThat(OURS.size()).isGreaterThan(500);
    noClasses()
        .that()
        .resideOutsideOfPackage("io.posthorn.app..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.posthorn.app..")
        .check(OURS);
  }

  @Test
  void no_server_module_uses_the_command_line_or_the_client() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "io.posthorn.core..",
            "io.posthorn.embedded..",
            "io.posthorn.engine..",
            "io.posthorn.kafka..",
            "io.posthorn.sender..",
            "io.posthorn.server..",
            "io.posthorn.sim..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.posthorn.cli..", "io.posthorn.client..", "io.posthorn.receiver..", "picocli..")
        .check(OURS);
  }

  @Test
  void of_shards_only_the_interface_is_used() {
    ShardBoundary.ONLY_THE_INTERFACE_OF_A_SHARD_IS_USED.check(OURS);
  }

  @Test
  void its_packages_have_no_cycles() {
    slices().matching("io.posthorn.(app..)").should().beFreeOfCycles().check(OURS);
  }
}
