package io.posthorn.core.shard;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.lang.ArchRule;

/** The rule for every module that uses shards: only their interface, not their inner packages. */
public final class ShardBoundary {
  public static final ArchRule ONLY_THE_INTERFACE_OF_A_SHARD_IS_USED =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.posthorn.core.shard..")
          .should()
          .dependOnClassesThat(
              resideInAPackage("io.posthorn.core.shard..")
                  .and(
                      resideOutsideOfPackages(
                          "io.posthorn.core.shard",
                          "io.posthorn.core.shard.protocol",
                          "io.posthorn.core.shard.codec",
                          "io.posthorn.core.shard.read")));

  private ShardBoundary() {}
}
