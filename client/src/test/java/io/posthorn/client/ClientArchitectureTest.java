package io.posthorn.client;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Dependency rules of the client: it uses Jackson and the JDK, and no other module. */
final class ClientArchitectureTest {
  private static final JavaClasses CLIENT =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.posthorn.client");

  @Test
  void it_uses_only_jackson_and_the_jdk() {
    assertThat(CLIENT.size()).isGreaterThan(50);
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "io.posthorn.client..",
            "java..",
            "javax.crypto..",
            "javax.net.ssl..",
            "com.fasterxml.jackson..",
            "org.jspecify.annotations")
        .check(CLIENT);
  }

  @Test
  void its_packages_have_no_cycles() {
    slices().matching("io.posthorn.(client..)").should().beFreeOfCycles().check(CLIENT);
  }
}
