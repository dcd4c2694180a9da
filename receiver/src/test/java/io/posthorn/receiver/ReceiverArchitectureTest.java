package io.posthorn.receiver;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The receiver is shipped and stands alone: nothing of Posthorn, nothing but the JDK. */
final class ReceiverArchitectureTest {
  private static final JavaClasses RECEIVER =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.posthorn.receiver");

  @Test
  void the_receiver_uses_only_the_jdk() {
    assertThat(RECEIVER.size()).isGreaterThan(5);
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "io.posthorn.receiver..",
            "java..",
            "com.sun.net.httpserver..",
            "org.jspecify.annotations..")
        .check(RECEIVER);
  }

  @Test
  void packages_have_no_cycles() {
    slices().matching("io.posthorn.(receiver..)").should().beFreeOfCycles().check(RECEIVER);
  }
}
