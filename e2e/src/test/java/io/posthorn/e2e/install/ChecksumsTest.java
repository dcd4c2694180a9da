package io.posthorn.e2e.install;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

    assertThat(Artefacts.all()).hasSizeGreaterThanOrEqualTo(5);
    assertThat(Artefacts.all())
        .allMatch(file -> sums.contains("  " + file.getFileName() + "\n"), "is in SHA256SUMS");
    Artefacts.run(directory, "sha256sum", "--check", "--quiet", "SHA256SUMS");
  }

  @Test
  void every_program_has_a_list_of_its_parts() throws IOException {
    for (Path file : Artefacts.all()) {
      String name = file.getFileName().toString();
      if (name.endsWith(".tgz")) {
        continue; // the chart contains no program
      }
      List<String> parts = parts(name);
      assertThat(parts)
          .as(name)
          .anyMatch(part -> part.startsWith("pkg:maven/org.rocksdb/rocksdbjni@"))
          .anyMatch(part -> part.startsWith("pkg:maven/org.apache.kafka/kafka-streams@"))
          .anyMatch(part -> part.startsWith("pkg:generic/openjdk@25"));
      if (name.contains("image")) {
        assertThat(parts).as(name).anyMatch(part -> part.startsWith("pkg:deb/debian/libc6@"));
      }
    }
  }

  private static List<String> parts(String name) throws IOException {
    JsonNode bill = JSON.readTree(Artefacts.file(name + ".cdx.json").toFile());
    assertThat(bill.get("bomFormat").asText()).isEqualTo("CycloneDX");
    List<String> parts = new ArrayList<>();
    bill.get("components").forEach(part -> parts.add(part.path("purl").asText()));
    return parts;
  }
}
