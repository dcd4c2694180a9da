package io.posthorn.e2e.install;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * An OCI image in a tar file, unpacked as a container engine does, with all its digests checked.
 */
record OciImage(Path layout, JsonNode manifest, JsonNode config) {
  static final OciImage NONE =
      new OciImage(Path.of(""), MissingNode.getInstance(), MissingNode.getInstance());

  private static final ObjectMapper JSON = new ObjectMapper();

  static OciImage read(Path tar, Path layout) throws IOException {
    Files.createDirectories(layout);
    Artefacts.run(layout, "tar", "-xf", tar.toString());
    checkDigests(layout);
    JsonNode index = JSON.readTree(layout.resolve("index.json").toFile());
    JsonNode manifest = JSON.readTree(blob(layout, index.at("/manifests/0")).toFile());
    JsonNode config = JSON.readTree(blob(layout, manifest.get("config")).toFile());
    return new OciImage(layout, manifest, config);
  }

  private static void checkDigests(Path layout) throws IOException {
    Path blobs = layout.resolve("blobs/sha256");
    try (Stream<Path> files = Files.list(blobs)) {
      for (Path file : files.toList()) {
        String digest = file.getFileName().toString();
        assertThat(Artefacts.run(blobs, "sha256sum", digest)).startsWith(digest);
      }
    }
  }

  private static Path blob(Path layout, JsonNode descriptor) throws IOException {
    String digest = descriptor.get("digest").asText().replace("sha256:", "");
    Path blob = layout.resolve("blobs/sha256").resolve(digest);
    assertThat(Files.size(blob)).isEqualTo(descriptor.get("size").asLong());
    return blob;
  }

  /** Its layers, the lowest first. */
  List<Path> layers() throws IOException {
    List<Path> layers = new ArrayList<>();
    for (JsonNode layer : manifest.get("layers")) {
      layers.add(blob(layout, layer));
    }
    return layers;
  }

  /** Unpacks the first layers into a directory, with their owners. */
  OtherMachine unpack(Path root, int count) throws IOException {
    Files.createDirectories(root);
    for (Path layer : layers().subList(0, count)) {
      Artefacts.run(
          root, "tar", "--keep-directory-symlink", "--numeric-owner", "-xpzf", layer.toString());
    }
    return new OtherMachine(root);
  }

  /** The environment of its processes. */
  Map<String, String> environment() {
    Map<String, String> environment = new TreeMap<>();
    for (JsonNode variable : config.at("/config/Env")) {
      String[] pair = variable.asText().split("=", 2);
      environment.put(pair[0], pair[1]);
    }
    return environment;
  }

  /** A list of words in its configuration. */
  List<String> words(String name) {
    List<String> words = new ArrayList<>();
    config.at("/config/" + name).forEach(word -> words.add(word.asText()));
    return words;
  }

  String user() {
    return config.at("/config/User").asText();
  }
}
