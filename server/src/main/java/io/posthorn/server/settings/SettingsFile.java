package io.posthorn.server.settings;

import io.posthorn.server.settings.Values.Found;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ScannerException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads the settings that stand in a YAML file. */
final class SettingsFile {
  private final Path file;

  private SettingsFile(Path file) {
    this.file = file;
  }

  /** What was found, by key. */
  static Map<String, Found> read(Path file) {
    return new SettingsFile(file).read();
  }

  private Map<String, Found> read() {
    String text = text();
    if (text.isBlank()) {
      throw refused("the file is empty; write settings into it, or leave out --config");
    }
    Optional<Node> root = root(text);
    if (root.isEmpty()) {
      return Map.of(); // comments alone: the commented file before anything was changed
    }
    if (!(root.get() instanceof MappingNode mapping)) {
      throw refused("the file must hold keys with values, such as \"http.port: 8080\"");
    }
    return new FileKeys(file).read(mapping);
  }

  private String text() {
    if (Files.isDirectory(file)) {
      throw refused("this is a directory; give --config the path of a YAML file");
    }
    try {
      return Files.readString(file);
    } catch (NoSuchFileException e) {
      throw refused("there is no such file; give --config the path of a YAML file");
    } catch (CharacterCodingException e) {
      throw refused("the file is not UTF-8 text; save it as UTF-8");
    } catch (IOException e) {
      throw refused("the file cannot be read; let the user that runs Posthorn read it");
    }
  }

  private Optional<Node> root(String text) {
    try {
      return new Compose(LoadSettings.builder().build()).composeString(text);
    } catch (MarkedYamlEngineException e) {
      String line = e.getProblemMark().map(mark -> ":" + (mark.getLine() + 1)).orElse("");
      throw new SettingsException(file + line + ": " + problem(e) + ".");
    } catch (YamlEngineException e) {
      throw refused("the file is not YAML; it has characters that no YAML file may have");
    }
  }

  /** The scanner names single characters; the other parts would quote values, maybe secrets. */
  private static String problem(MarkedYamlEngineException e) {
    String detail =
        e instanceof ScannerException
            ? " (" + e.getProblem().strip().replaceFirst("\\.$", "") + ")"
            : "";
    return "this is not YAML"
        + detail
        + "; check colons and indentation, and put values that begin with a special character"
        + " into quotes";
  }

  private SettingsException refused(String problem) {
    return new SettingsException(file + ": " + problem + ".");
  }
}
