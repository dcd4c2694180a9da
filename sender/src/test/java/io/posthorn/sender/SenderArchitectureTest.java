package io.posthorn.sender;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Dependency rules between the packages of the sender. */
final class SenderArchitectureTest {
  private static final JavaClasses SENDER =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.posthorn.sender");

  @Test
  void the_sender_uses_only_the_core_and_its_transport() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "io.posthorn.sender..",
            "io.posthorn.core..",
            "org.apache.hc.core5..",
            "org.jspecify.annotations",
            "java..",
            "javax.net.ssl",
            "javax.security.auth.x500",
            "javax.crypto..")
        .check(SENDER);
  }

  @Test
  void of_shards_the_sender_uses_only_the_host_protocol() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.posthorn.core.store..", "io.posthorn.core.shard")
        .orShould()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.posthorn.core.shard.layout..",
            "io.posthorn.core.shard.state..",
            "io.posthorn.core.shard.delivery..",
            "io.posthorn.core.shard.sweep..",
            "io.posthorn.core.shard.command..",
            "io.posthorn.core.shard.read..")
        .check(SENDER);
  }

  @Test
  void packages_stand_on_each_other_in_one_direction() {
    layeredArchitecture()
        .consideringOnlyDependenciesInAnyPackage("io.posthorn.sender..")
        .layer("root")
        .definedBy("io.posthorn.sender")
        .layer("token")
        .definedBy("io.posthorn.sender.token")
        .layer("http1")
        .definedBy("io.posthorn.sender.http1")
        .layer("guard")
        .definedBy("io.posthorn.sender.guard")
        .layer("signing")
        .definedBy("io.posthorn.sender.signing")
        .layer("tls")
        .definedBy("io.posthorn.sender.tls")
        .whereLayer("root")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("token")
        .mayOnlyBeAccessedByLayers("root")
        .whereLayer("http1")
        .mayOnlyBeAccessedByLayers("root", "token")
        .whereLayer("guard")
        .mayOnlyBeAccessedByLayers("root", "http1")
        .whereLayer("signing")
        .mayOnlyBeAccessedByLayers("root", "token")
        .whereLayer("tls")
        .mayOnlyBeAccessedByLayers("root", "http1")
        .check(SENDER);
    slices().matching("io.posthorn.(sender..)").should().beFreeOfCycles().check(SENDER);
  }

  @Test
  void only_http1_touches_the_transport() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.posthorn.sender.http1")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.apache.hc..")
        .check(SENDER);
  }

  @Test
  void of_http1_the_transport_and_what_it_takes_is_public() {
    assertThat(
            SENDER.stream()
                .filter(type -> type.getPackageName().equals("io.posthorn.sender.http1"))
                .filter(type -> type.isTopLevelClass())
                .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                .map(type -> type.getSimpleName()))
        .containsExactlyInAnyOrder(
            "HttpTransport", "OutboundRequest", "OutboundRoute", "RequestHead", "ResponseLimits");
  }
}
