package io.posthorn.server.console;

import io.posthorn.server.access.Digest;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The files of the console, in memory. They stand under a directory that is named after their
 * contents: a browser may keep them for ever, and a new version is a new directory. Modules import
 * each other by relative paths and so stay in theirs.
 */
final class Assets {
  private static final String INDEX = "index.html";

  private final String version;
  private final Asset index;
  private final Map<String, Asset> assets = new TreeMap<>();

  private Assets(Map<String, byte[]> files) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    files.forEach((path, bytes) -> all.writeBytes(bytes));
    version = Digest.text(all.toByteArray());
    byte[] page = files.get(INDEX);
    if (page == null) {
      throw new IllegalStateException("the console has no " + INDEX);
    }
    String text = new String(page, StandardCharsets.UTF_8);
    String preloads =
        Modules.neededBy(files, "app.js", "pages/overview.js").stream()
            .map(path -> "<link rel=\"modulepreload\" href=\"%s%s\">".formatted(base(), path))
            .collect(Collectors.joining("\n  "));
    index =
        Asset.of(
            INDEX,
            text.replace("<!-- preloads -->", preloads)
                .replace("{base}", base())
                .getBytes(StandardCharsets.UTF_8));
    files.forEach(
        (path, bytes) -> {
          if (!path.equals(INDEX)) {
            assets.put(version + "/" + path, Asset.of(path, bytes));
          }
        });
  }

  static Assets load() {
    Map<String, byte[]> files = new TreeMap<>(ClassPath.beside("console/" + INDEX));
    files.putAll(Library.files());
    return new Assets(files);
  }

  /** The directory of all files, as an address on this server. */
  String base() {
    return "/console/" + version + "/";
  }

  /** The page that everything begins with. */
  Asset index() {
    return index;
  }

  /** The paths of all files, below {@code /console/}. */
  Set<String> paths() {
    return Collections.unmodifiableSet(assets.keySet());
  }

  /** A file by its path below {@code /console/}. */
  Optional<Asset> find(String path) {
    return Optional.ofNullable(assets.get(path));
  }
}
