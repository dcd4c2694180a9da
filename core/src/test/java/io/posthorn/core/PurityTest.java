package io.posthorn.core;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The core is deterministic: no threads, clocks, randomness, logging or I/O. */
final class PurityTest {
  private static final String OURS = "io.posthorn.core";
  private static final Set<String> JAVA_BASE = Object.class.getModule().getDescriptor().packages();

  /** Parts of packages that are otherwise closed: streams in memory, texts of addresses, maps. */
  private static final Set<String> HARMLESS =
      Set.of(
          "java.io.IOException",
          "java.io.UncheckedIOException",
          "java.io.ByteArrayOutputStream",
          "java.io.OutputStream",
          "java.io.Closeable",
          "java.io.Serializable",
          "java.net.IDN",
          "java.net.InetAddress",
          "java.net.Inet4Address",
          "java.net.Inet6Address",
          "java.util.concurrent.ConcurrentHashMap",
          "java.util.concurrent.ConcurrentMap");

  private static final List<String> CLOSED =
      List.of("java.io.", "java.net.", "java.nio.file.", "java.nio.channels.");

  private static final Set<String> FORBIDDEN =
      Set.of(
          "java.lang.Thread",
          "java.lang.ThreadLocal",
          "java.lang.Process",
          "java.lang.ProcessBuilder",
          "java.lang.Runtime",
          "java.time.Clock",
          "java.time.InstantSource",
          "java.util.Random",
          "java.util.SplittableRandom",
          "java.util.Timer",
          "java.security.SecureRandom");

  private static final Set<String> CALLS =
      Set.of(
          "java.lang.System.currentTimeMillis",
          "java.lang.System.nanoTime",
          "java.lang.System.identityHashCode",
          "java.lang.System.getProperty",
          "java.lang.System.getenv",
          "java.lang.System.out",
          "java.lang.System.err",
          "java.lang.System.in",
          "java.lang.Math.random",
          "java.util.UUID.randomUUID",
          "java.util.Collections.shuffle",
          "java.net.InetAddress.getByName",
          "java.net.InetAddress.getAllByName",
          "java.net.InetAddress.getLocalHost",
          "java.net.InetAddress.getHostName",
          "java.net.InetAddress.isReachable");

  private static final ArchRule USES_JAVA_BASE_AND_JACKSON_ALONE =
      classes().should().onlyDependOnClassesThat(describe("are allowed", PurityTest::allowed));

  private static final ArchRule USES_NOTHING_OF_THE_WORLD_OUTSIDE =
      noClasses()
          .should()
          .dependOnClassesThat(describe("reach outside", PurityTest::reachesOutside));

  private static final ArchRule ASKS_NOTHING_OF_THE_WORLD_OUTSIDE =
      noClasses().should().accessTargetWhere(describe("asks outside", PurityTest::asksOutside));

  private static final JavaClasses CORE = importCore();

  /** Names are all that the rules look at: what the classes of Java look like need not be read. */
  private static JavaClasses importCore() {
    ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
    return new ClassFileImporter()
        .withImportOption(new ImportOption.DoNotIncludeTests())
        .importPackages(OURS);
  }

  private static boolean allowed(JavaClass type) {
    String name = type.getBaseComponentType().getPackageName();
    return type.getBaseComponentType().isPrimitive()
        || JAVA_BASE.contains(name)
        || name.startsWith(OURS)
        || name.startsWith("com.fasterxml.jackson.core")
        || name.equals("org.jspecify.annotations");
  }

  private static boolean reachesOutside(JavaClass type) {
    String name = type.getBaseComponentType().getName();
    if (HARMLESS.contains(name) || name.startsWith("java.util.concurrent.atomic.")) {
      return false;
    }
    return FORBIDDEN.contains(name)
        || name.startsWith("java.util.concurrent.")
        || name.startsWith("java.util.random.")
        || CLOSED.stream().anyMatch(name::startsWith);
  }

  private static boolean asksOutside(JavaAccess<?> access) {
    String owner = access.getTargetOwner().getName();
    String name = access.getTarget().getName();
    return CALLS.contains(owner + "." + name)
        || (owner.startsWith("java.time.") && name.equals("now"));
  }

  @Test
  void the_core_uses_java_base_and_jackson_core_alone() {
    assertThat(CORE.size()).isGreaterThan(100);
    USES_JAVA_BASE_AND_JACKSON_ALONE.check(CORE);
  }

  @Test
  void the_core_has_no_threads_clocks_randomness_files_or_sockets() {
    USES_NOTHING_OF_THE_WORLD_OUTSIDE.check(CORE);
  }

  @Test
  void the_core_asks_for_no_time_no_random_number_and_prints_nothing() {
    ASKS_NOTHING_OF_THE_WORLD_OUTSIDE.check(CORE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "event",
        "filter",
        "json",
        "input",
        "form",
        "text",
        "retry",
        "subscription",
        "message",
        "endpoint",
        "store"
      })
  void parts_of_the_shard_do_not_depend_on_the_shard(String name) {
    noClasses()
        .that()
        .resideInAPackage(OURS + "." + name)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(OURS + ".shard")
        .check(CORE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "input", "text"})
  void json_input_and_text_depend_on_no_other_package(String name) {
    dependsOnNoOtherPackage(OURS + "." + name).check(CORE);
  }

  @ParameterizedTest
  @MethodSource("impurities")
  void the_rules_detect_each_violation(Class<?> impurity) {
    JavaClasses impure = new ClassFileImporter().importClasses(impurity);
    assertThat(
            Stream.of(
                    USES_JAVA_BASE_AND_JACKSON_ALONE,
                    USES_NOTHING_OF_THE_WORLD_OUTSIDE,
                    ASKS_NOTHING_OF_THE_WORLD_OUTSIDE)
                .anyMatch(rule -> rule.evaluate(impure).hasViolation()))
        .isTrue();
  }

  @Test
  void the_rules_of_packages_can_fail_too() {
    assertThat(dependsOnNoOtherPackage(OURS + ".message").evaluate(CORE).hasViolation()).isTrue();
  }

  static Stream<Class<?>> impurities() {
    return Stream.of(PurityViolations.class.getDeclaredClasses());
  }

  private static ArchRule dependsOnNoOtherPackage(String name) {
    return noClasses()
        .that()
        .resideInAPackage(name)
        .should()
        .dependOnClassesThat(
            describe(
                "are ours and elsewhere",
                type -> type.getName().startsWith(OURS) && !type.getPackageName().equals(name)));
  }
}
