package io.posthorn.client;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The client is a library of its own: it uses Jackson, the JDK, and nothing else of ours. */
final class ClientWallsTest {
  private static final JavaClasses CLIENT =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.posthorn.client");

  @Test
  void it_uses_jackson_and_the_jdk_alone() {
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
    slices().matching("io.posthorn.(**)").should().beFreeOfCycles().check(CLIENT);
  }
}
