package io.posthorn.sim;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.elements.GivenClassesConjunction;
import io.posthorn.core.shard.ShardBoundary;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Dependency rules of the simulator: the modules it uses, and its packages among each other. */
final class SimArchitectureTest {
  private static final String OURS = "io.posthorn.sim";

  /** The package of the turn loop, which two classes use. */
  private static final String LOOP = "io.posthorn.engine";

  private static final Set<String> CALLS =
      Set.of(
          "java.lang.System.currentTimeMillis",
          "java.lang.System.nanoTime",
          "java.lang.System.identityHashCode",
          "java.lang.Math.random",
          "java.util.UUID.randomUUID",
          "java.util.concurrent.ThreadLocalRandom.current",
          "java.util.random.RandomGenerator.getDefault",
          "java.util.Collections.shuffle");

  private static final ArchRule ASKS_FOR_NO_TIME_AND_NO_UNSEEDED_RANDOM_NUMBER =
      noClasses()
          .should()
          .accessTargetWhere(describe("is not the same each time", SimArchitectureTest::varies));

  private static final JavaClasses SIM = importSim();

  private static JavaClasses importSim() {
    ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
    return new ClassFileImporter()
        .withImportOption(new ImportOption.DoNotIncludeTests())
        .importPackages(OURS);
  }

  private static boolean varies(JavaAccess<?> access) {
    String owner = access.getTargetOwner().getName();
    String name = access.getTarget().getName();
    return CALLS.contains(owner + "." + name)
        || (owner.startsWith("java.time.") && name.equals("now"))
        || (owner.equals("java.util.Random") && name.equals("<init>"));
  }

  private static GivenClassesConjunction of(String name) {
    return noClasses().that().resideInAPackage(OURS + "." + name);
  }

  private static ArchRule usesNoPackageBut(String name, String... allowed) {
    List<String> used = List.of(allowed);
    return of(name)
        .should()
        .dependOnClassesThat(
            describe(
                "are in another package of the simulator than " + used,
                type ->
                    type.getPackageName().startsWith(OURS)
                        && !type.getPackageName().equals(OURS + "." + name)
                        && !used.contains(type.getPackageName().replace(OURS + ".", ""))));
  }

  @Test
  void it_uses_the_core_and_the_loop_alone() {
    assertThat(SIM.size()).isGreaterThan(100);
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            OURS + "..",
            "io.posthorn.core..",
            LOOP,
            "com.fasterxml.jackson.core..",
            "org.snakeyaml.engine..",
            "org.jspecify.annotations",
            "java..")
        .check(SIM);
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName(OURS + ".world.SimulatedHost")
        .and()
        .doNotHaveFullyQualifiedName(OURS + ".world.SimulatedDisk")
        .and()
        .haveNameNotMatching(".*SimulatedHost\\$.*")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(LOOP)
        .check(SIM);
  }

  @Test
  void of_shards_only_the_interface_is_used() {
    ShardBoundary.ONLY_THE_INTERFACE_OF_A_SHARD_IS_USED.check(SIM);
  }

  @Test
  void packages_have_no_cycles() {
    slices().matching("io.posthorn.(sim..)").should().beFreeOfCycles().check(SIM);
    noClasses()
        .that()
        .resideInAPackage(OURS + ".*..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(OURS)
        .check(SIM);
  }

  @Test
  void each_package_uses_only_those_below_it() {
    usesNoPackageBut("world").check(SIM);
    usesNoPackageBut("model").check(SIM);
    usesNoPackageBut("check", "world", "model").check(SIM);
    usesNoPackageBut("invariant", "world", "model", "check", "invariant.storage").check(SIM);
    usesNoPackageBut("invariant.storage", "world", "model", "check").check(SIM);
    usesNoPackageBut("scenario", "world").check(SIM);
    usesNoPackageBut("workload", "world", "scenario").check(SIM);
    usesNoPackageBut("report", "world", "scenario").check(SIM);
  }

  @Test
  void model_and_invariants_use_none_of_the_code_that_they_check() {
    noClasses()
        .that()
        .resideInAnyPackage(OURS + ".model", OURS + ".invariant..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.posthorn.core.shard",
            "io.posthorn.core.shard.layout..",
            "io.posthorn.core.shard.state..",
            "io.posthorn.core.shard.delivery..",
            "io.posthorn.core.shard.sweep..",
            "io.posthorn.core.shard.command..")
        .check(SIM);
  }

  @Test
  void one_class_reads_yaml() {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName(OURS + ".scenario.YamlFields")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.snakeyaml.engine..")
        .check(SIM);
  }

  @Test
  void a_run_depends_on_its_seed_alone() {
    ASKS_FOR_NO_TIME_AND_NO_UNSEEDED_RANDOM_NUMBER.check(SIM);
    noClasses()
        .that()
        .doNotHaveSimpleName("SeedSweep")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("java.util.concurrent..")
        .check(SIM);
  }

  /** {@code ScenarioRunTest} measures with the clock of the machine. */
  @Test
  void the_rules_can_fail() {
    assertThat(usesNoPackageBut("check").evaluate(SIM).hasViolation()).isTrue();
    assertThat(
            ASKS_FOR_NO_TIME_AND_NO_UNSEEDED_RANDOM_NUMBER
                .evaluate(new ClassFileImporter().importClasses(ScenarioRunTest.class))
                .hasViolation())
        .isTrue();
  }
}
