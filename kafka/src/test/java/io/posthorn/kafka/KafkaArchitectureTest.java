package io.posthorn.kafka;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.posthorn.core.shard.ShardBoundary;
import org.junit.jupiter.api.Test;

/** Dependency rules of the Kafka engine: it uses no other engine and no server. */
final class KafkaArchitectureTest {
  private static final JavaClasses KAFKA =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_JARS)
          .importPackages("io.posthorn.kafka");

  @Test
  void it_depends_on_the_port_the_core_and_kafka_only() {
    assertThat(KAFKA.size()).isGreaterThan(20);
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "io.posthorn.kafka..",
            "io.posthorn.engine..",
            "io.posthorn.core..",
            "org.apache.kafka..",
            "org.rocksdb..",
            "com.fasterxml.jackson.core..",
            "org.jspecify.annotations",
            "javax.crypto..",
            "javax.net.ssl",
            "java..")
        .check(KAFKA);
  }

  @Test
  void of_shards_only_the_interface_is_used() {
    ShardBoundary.ONLY_THE_INTERFACE_OF_A_SHARD_IS_USED.check(KAFKA);
  }

  @Test
  void packages_have_no_cycles() {
    slices().matching("io.posthorn.(kafka..)").should().beFreeOfCycles().check(KAFKA);
    noClasses()
        .that()
        .resideInAPackage("io.posthorn.kafka.*..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.posthorn.kafka")
        .check(KAFKA);
  }
}
