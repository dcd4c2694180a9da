package io.posthorn.receiver;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The receiver is shipped and stands alone: nothing of Posthorn, nothing but the JDK. */
final class ReceiverWallsTest {
  private static final String RECEIVER = "io.posthorn.receiver..";

  @Test
  void the_receiver_uses_the_jdk_alone() {
    JavaClasses receiver =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.posthorn.receiver");

    assertThat(receiver.size()).isGreaterThan(5);
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            RECEIVER, "java..", "com.sun.net.httpserver..", "org.jspecify.annotations..")
        .check(receiver);
  }
}
