package io.posthorn.e2e.install;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The checksums and bills of materials beside the files. */
@Tag("release")
final class ChecksumsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void every_file_has_a_checksum_that_holds() throws IOException {
    Path directory = Artefacts.directory();
    String sums = Files.readString(directory.resolve("SHA256SUMS"));

    assertThat(Artefacts.all()).hasSizeGreaterThanOrEqualTo(11);
    assertThat(Artefacts.all())
        .allMatch(file -> sums.contains("  " + file.getFileName() + "\n"), "is in SHA256SUMS");
    Artefacts.run(directory, "sha256sum", "--check", "--quiet", "SHA256SUMS");
  }

  @Test
  void every_file_has_a_list_of_its_parts_with_its_name_and_a_number_of_its_own()
      throws IOException {
    Set<String> numbers = new HashSet<>();
    for (Path file : Artefacts.all()) {
      String name = file.getFileName().toString();
      JsonNode bill = bill(name);
      assertThat(bill.at("/metadata/component/name").asText()).isEqualTo(name);
      assertThat(bill.at("/metadata/component/version").asText()).isEqualTo(Artefacts.VERSION);
      assertThat(Artefacts.run(Artefacts.directory(), "sha256sum", name))
          .startsWith(bill.at("/metadata/component/hashes/0/content").asText() + " ");
      assertThat(bill.get("serialNumber").asText()).matches("urn:uuid:[0-9a-f-]{36}");
      assertThat(numbers.add(bill.get("serialNumber").asText())).as(name).isTrue();

      Set<String> known = new HashSet<>(bill.findValuesAsText("bom-ref"));
      bill.get("dependencies")
          .forEach(
              needed -> {
                assertThat(known).as(name).contains(needed.get("ref").asText());
                needed
                    .get("dependsOn")
                    .forEach(ref -> assertThat(known).as(name).contains(ref.asText()));
              });
    }
  }

  @Test
  void the_lists_of_programs_and_libraries_are_complete() throws IOException {
    for (Path file : Artefacts.all()) {
      String name = file.getFileName().toString();
      if (name.matches(".*(linux|amd64|arm64).*")) {
        assertThat(parts(name))
            .as(name)
            .anyMatch(part -> part.startsWith("pkg:maven/io.posthorn/posthorn-app@"))
            .anyMatch(part -> part.startsWith("pkg:maven/org.rocksdb/rocksdbjni@"))
            .anyMatch(part -> part.startsWith("pkg:maven/org.apache.kafka/kafka-streams@"))
            .anyMatch(part -> part.startsWith("pkg:generic/openjdk@25"));
      }
      if (name.contains("image")) {
        assertThat(parts(name)).as(name).anyMatch(part -> part.startsWith("pkg:deb/debian/libc6@"));
      }
    }
    assertThat(parts("posthorn-client-" + Artefacts.VERSION + ".jar"))
        .anyMatch(part -> part.startsWith("pkg:maven/com.fasterxml.jackson.core/jackson-databind@"))
        .noneMatch(part -> part.contains("rocksdb"));
    assertThat(parts("posthorn-compose-" + Artefacts.VERSION + ".tar.gz"))
        .contains("pkg:oci/posthorn@" + Artefacts.VERSION)
        .anyMatch(part -> part.startsWith("pkg:oci/kafka@"));
  }

  private static JsonNode bill(String name) throws IOException {
    JsonNode bill = JSON.readTree(Artefacts.file(name + ".cdx.json").toFile());
    assertThat(bill.get("bomFormat").asText()).isEqualTo("CycloneDX");
    return bill;
  }

  private static List<String> parts(String name) throws IOException {
    List<String> parts = new ArrayList<>();
    bill(name).get("components").forEach(part -> parts.add(part.path("purl").asText()));
    return parts;
  }
}
