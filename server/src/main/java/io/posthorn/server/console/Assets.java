package io.posthorn.server.console;

import io.posthorn.server.access.Digest;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The files of the console or of the API reference, in memory. Their base path contains a digest of
 * their contents: browsers can cache them forever, and a new version has a new path. Modules import
 * each other by relative paths and so stay within one version.
 */
final class Assets {
  private static final String INDEX = "index.html";
  private static final Pattern IMPORT =
      Pattern.compile("\\b(?:from|import) ?['\"](\\.[^'\"]+)['\"];");

  private final String prefix;
  private final String version;
  private final Asset index;
  private final Map<String, Asset> assets = new TreeMap<>();

  private Assets(String prefix, Map<String, byte[]> files, String... preloaded) {
    this.prefix = prefix;
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    files.forEach((path, bytes) -> all.writeBytes(bytes));
    version = Digest.text(all.toByteArray());
    byte[] page = files.get(INDEX);
    if (page == null) {
      throw new IllegalStateException(prefix + " has no " + INDEX);
    }
    String text = new String(page, StandardCharsets.UTF_8);
    String preloads =
        neededBy(files, preloaded).stream()
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

  static Assets console() {
    Map<String, byte[]> files = new TreeMap<>(ClassPath.beside("console/" + INDEX));
    files.putAll(Library.files());
    return new Assets("/console/", files, "app.js", "pages/overview.js");
  }

  static Assets reference() {
    Map<String, byte[]> files = new TreeMap<>(ClassPath.beside("reference/" + INDEX));
    files.put("icon.svg", ClassPath.read("console/icon.svg"));
    files.putAll(Library.swaggerUi());
    return new Assets("/docs/", files);
  }

  /**
   * Returns the modules with all their transitive imports. Preloading them saves the browser from
   * discovering them one after the other.
   */
  private static Set<String> neededBy(Map<String, byte[]> files, String... modules) {
    Set<String> needed = new LinkedHashSet<>();
    for (String module : modules) {
      addImports(needed, files, module);
    }
    return needed;
  }

  private static void addImports(Set<String> needed, Map<String, byte[]> files, String module) {
    byte[] bytes = files.get(module);
    if (bytes == null || !needed.add(module)) {
      return;
    }
    Matcher imports = IMPORT.matcher(new String(bytes, StandardCharsets.UTF_8));
    while (imports.find()) {
      Path path = Path.of(module).resolveSibling(imports.group(1)).normalize();
      addImports(needed, files, path.toString().replace('\\', '/'));
    }
  }

  /** Returns the base path of all files. */
  String base() {
    return prefix + version + "/";
  }

  /** Returns the start page. */
  Asset index() {
    return index;
  }

  /** Returns the paths of all files, relative to the prefix. */
  Set<String> paths() {
    return Collections.unmodifiableSet(assets.keySet());
  }

  /** Returns a file by its path relative to the prefix. */
  Optional<Asset> find(String path) {
    return Optional.ofNullable(assets.get(path));
  }
}
