package io.posthorn.server;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.posthorn.core.shard.ShardBoundary;
import org.junit.jupiter.api.Test;

/** Module boundaries: the server uses the engine's port, but no engine and no store. */
final class ServerArchitectureTest {
  private static final JavaClasses SERVER =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_JARS)
          .importPackages("io.posthorn.server");

  @Test
  void it_uses_no_engine_class() {
    assertThat(SERVER.size()).isGreaterThan(100);
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.posthorn.embedded..",
            "io.posthorn.kafka..",
            "io.posthorn.sim..",
            "org.rocksdb..",
            "org.apache.kafka..")
        .check(SERVER);
  }

  /** Of the stores' package only the text form of ids; no view, key bytes or wire forms. */
  @Test
  void it_reads_through_the_port_and_uses_no_store() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .haveNameMatching(
            "io\\.posthorn\\.core\\.(store\\.(?!Base32)|directory\\.Directory|stats\\.Stats(Reader|Keys)"
                + "|shard\\.(Shard$|codec\\.)"
                + "|shard\\.read\\.(History|EventView|EndpointReader|CustomerReader)).*")
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("io.posthorn.engine.read.ShardReads")
        .check(SERVER);
  }

  @Test
  void of_shards_only_the_interface_is_used() {
    ShardBoundary.ONLY_THE_INTERFACE_OF_A_SHARD_IS_USED.check(SERVER);
  }

  @Test
  void packages_have_no_cycles() {
    slices().matching("io.posthorn.(server..)").should().beFreeOfCycles().check(SERVER);
  }
}
