package io.posthorn.cli;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Dependency rules of the command line: of Posthorn it uses the client and the receiver only. */
final class CliArchitectureTest {
  private static final List<String> USED =
      List.of("io.posthorn.cli", "io.posthorn.client", "io.posthorn.receiver");

  private static final JavaClasses CLI =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.posthorn.cli");

  @Test
  void they_use_only_the_client_and_the_receiver() {
    assertThat(CLI.size()).isGreaterThan(30);
    noClasses()
        .should()
        .dependOnClassesThat(
            describe("are of another module", CliArchitectureTest::isOfAnotherModule))
        .check(CLI);
  }

  private static boolean isOfAnotherModule(JavaClass type) {
    String name = type.getPackageName();
    return name.startsWith("io.posthorn.")
        && USED.stream().noneMatch(used -> name.equals(used) || name.startsWith(used + "."));
  }

  @Test
  void their_packages_have_no_cycles() {
    slices().matching("io.posthorn.(cli..)").should().beFreeOfCycles().check(CLI);
  }
}
