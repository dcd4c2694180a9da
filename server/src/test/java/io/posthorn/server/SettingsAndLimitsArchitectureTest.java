package io.posthorn.server;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Package boundaries: the packages that settings, limits and other basic packages may use. */
final class SettingsAndLimitsArchitectureTest {
  private static final JavaClasses SERVER =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.posthorn.server");

  @ParameterizedTest
  @CsvSource({
    "io.posthorn.server.settings, io.posthorn.server.settings",
    "io.posthorn.server.secrets, io.posthorn.server.secrets",
    "io.posthorn.server.http.limits, io.posthorn.server.http.limits",
    "io.posthorn.server.tls, io.posthorn.server.settings",
    "io.posthorn.server.access, io.posthorn.server.secrets"
  })
  void a_basic_package_uses_no_other_server_package(String name, String allowed) {
    noClasses()
        .that()
        .resideInAPackage(name)
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("io.posthorn.server..").and(resideOutsideOfPackages(name, allowed)))
        .check(SERVER);
  }
}
