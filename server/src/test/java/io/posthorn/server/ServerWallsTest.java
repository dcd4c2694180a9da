package io.posthorn.server;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The walls of the server: it knows the port of engines, but no engine and no store. */
final class ServerWallsTest {
  private static final JavaClasses SERVER =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_JARS)
          .importPackages("io.posthorn.server");

  @Test
  void it_knows_no_engine_by_name() {
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

  @Test
  void it_reads_through_the_port_and_sees_no_store() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .haveNameMatching(
            "io\\.posthorn\\.core\\.(store\\.(ShardView|ShardStore|Table|ByteReader|ByteWriter)"
                + "|directory\\.Directory|stats\\.StatsReader"
                + "|shard\\.read\\.(History|EndpointReader|CustomerReader|CircuitHistory)"
                + "|shard\\.layout\\..*|shard\\.state\\..*)(\\$.*)?")
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("io.posthorn.engine.read.ShardReads")
        .check(SERVER);
  }

  @Test
  void packages_have_no_cycles() {
    slices().matching("io.posthorn.server.(*)..").should().beFreeOfCycles().check(SERVER);
  }
}
