package io.posthorn.server.console;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The libraries of the pages, from jars on the class path: the modules of Lit, and Swagger UI.
 * Browsers resolve paths and not package names, so imports by name are rewritten to paths.
 */
final class Library {
  private static final String JARS = "META-INF/resources/_static/";
  private static final String SWAGGER_UI = "META-INF/resources/webjars/swagger-ui/5.34.1/";
  private static final Pattern SOURCE_MAP = Pattern.compile("\\n//# sourceMappingURL=.*");

  /** Maps the paths of modules in the console to their paths in the jars. */
  private static final Map<String, String> MODULES =
      Map.of(
          "lib/reactive-element/", "reactive-element/2.1.2/",
          "lib/lit-element/", "lit-element/4.2.2/",
          "lib/lit-html/", "lit-html/3.3.3/");

  private static final List<String> FILES =
      List.of(
          "lib/reactive-element/css-tag.js",
          "lib/reactive-element/reactive-element.js",
          "lib/lit-element/lit-element.js",
          "lib/lit-html/lit-html.js",
          "lib/lit-html/directive.js",
          "lib/lit-html/directive-helpers.js",
          "lib/lit-html/directives/repeat.js",
          "lib/lit-html/directives/live.js");

  private Library() {}

  static Map<String, byte[]> files() {
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (String file : FILES) {
      int behind = file.indexOf('/', "lib/".length()) + 1;
      String resource = JARS + MODULES.get(file.substring(0, behind)) + file.substring(behind);
      String text = new String(ClassPath.read(resource), StandardCharsets.UTF_8);
      files.put(file, withPaths(text).getBytes(StandardCharsets.UTF_8));
    }
    return files;
  }

  /** Returns the two files of Swagger UI that the API reference loads. */
  static Map<String, byte[]> swaggerUi() {
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (String file : List.of("swagger-ui-bundle.js", "swagger-ui.css")) {
      String text = new String(ClassPath.read(SWAGGER_UI + file), StandardCharsets.UTF_8);
      files.put(file, SOURCE_MAP.matcher(text).replaceAll("").getBytes(StandardCharsets.UTF_8));
    }
    return files;
  }

  private static String withPaths(String text) {
    String paths =
        text.replace("\"@lit/reactive-element\"", "\"../reactive-element/reactive-element.js\"")
            .replace("\"lit-html\"", "\"../lit-html/lit-html.js\"");
    return SOURCE_MAP.matcher(paths).replaceAll("");
  }
}
