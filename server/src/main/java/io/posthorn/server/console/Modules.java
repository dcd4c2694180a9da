package io.posthorn.server.console;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The import graph of the console's modules. Preloading all imports saves the browser from
 * discovering them one after the other.
 */
final class Modules {
  private static final Pattern IMPORT =
      Pattern.compile("\\b(?:from|import) ?['\"](\\.[^'\"]+)['\"];");

  private final Map<String, byte[]> files;
  private final Set<String> needed = new LinkedHashSet<>();

  private Modules(Map<String, byte[]> files) {
    this.files = files;
  }

  /** Returns the modules with all their transitive imports. */
  static Set<String> neededBy(Map<String, byte[]> files, String... modules) {
    Modules all = new Modules(files);
    for (String module : modules) {
      all.add(module);
    }
    return all.needed;
  }

  private void add(String module) {
    byte[] bytes = files.get(module);
    if (bytes == null || !needed.add(module)) {
      return;
    }
    Matcher imports = IMPORT.matcher(new String(bytes, StandardCharsets.UTF_8));
    while (imports.find()) {
      Path path = Path.of(module).resolveSibling(imports.group(1)).normalize();
      add(path.toString().replace('\\', '/'));
    }
  }
}
