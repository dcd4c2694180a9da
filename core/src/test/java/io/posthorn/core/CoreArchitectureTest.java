package io.posthorn.core;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.posthorn.core.shard.ShardBoundary;
import org.junit.jupiter.api.Test;

/** The allowed dependencies between the packages of the core. */
final class CoreArchitectureTest {
  private static final JavaClasses CORE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.posthorn.core");

  @Test
  void packages_have_no_cycles() {
    slices().matching("io.posthorn.(core..)").should().beFreeOfCycles().check(CORE);
  }

  @Test
  void of_shards_only_the_interface_is_used() {
    ShardBoundary.ONLY_THE_INTERFACE_OF_A_SHARD_IS_USED.check(CORE);
  }

  @Test
  void the_parts_of_a_shard_stand_on_each_other_in_one_direction() {
    layeredArchitecture()
        .consideringOnlyDependenciesInAnyPackage("io.posthorn.core.shard..")
        .layer("shard")
        .definedBy("io.posthorn.core.shard")
        .layer("command")
        .definedBy("io.posthorn.core.shard.command")
        .layer("sweep")
        .definedBy("io.posthorn.core.shard.sweep")
        .layer("delivery")
        .definedBy("io.posthorn.core.shard.delivery")
        .layer("state")
        .definedBy("io.posthorn.core.shard.state")
        .layer("lane")
        .definedBy("io.posthorn.core.shard.lane")
        .layer("layout")
        .definedBy("io.posthorn.core.shard.layout")
        .layer("protocol")
        .definedBy("io.posthorn.core.shard.protocol")
        .layer("codec")
        .definedBy("io.posthorn.core.shard.codec")
        .layer("read")
        .definedBy("io.posthorn.core.shard.read")
        .whereLayer("shard")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("codec")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("read")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("command")
        .mayOnlyBeAccessedByLayers("shard")
        .whereLayer("sweep")
        .mayOnlyBeAccessedByLayers("shard", "command")
        .whereLayer("delivery")
        .mayOnlyBeAccessedByLayers("shard", "command", "sweep")
        .whereLayer("state")
        .mayOnlyBeAccessedByLayers("shard", "command", "sweep", "delivery", "read")
        .whereLayer("lane")
        .mayOnlyBeAccessedByLayers("state")
        .whereLayer("layout")
        .mayOnlyBeAccessedByLayers("shard", "sweep", "delivery", "state", "lane", "codec", "read")
        .check(CORE);
  }
}
