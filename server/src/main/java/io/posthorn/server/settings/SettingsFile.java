package io.posthorn.server.settings;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.posthorn.server.settings.Values.Found;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
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
  /** Ten times what all keys with long comments need; a log given by mistake is larger. */
  private static final int MAX_BYTES = 256 << 10;

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
    try (InputStream in = Files.newInputStream(file)) {
      return utf8(in.readNBytes(MAX_BYTES + 1));
    } catch (NoSuchFileException e) {
      throw refused("there is no such file; give --config the path of a YAML file");
    } catch (CharacterCodingException e) {
      throw refused("the file is not UTF-8 text; save it as UTF-8");
    } catch (IOException e) {
      throw refused("the file cannot be read; let the user that runs Posthorn read it");
    }
  }

  private String utf8(byte[] bytes) throws CharacterCodingException {
    if (bytes.length > MAX_BYTES) {
      throw refused(
          "the file is larger than 256KiB, which no settings are; give --config the right one");
    }
    return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
  }

  private Optional<Node> root(String text) {
    try {
      // Odd keys are let through here, to be named with their line by whoever reads the keys.
      LoadSettings yaml = LoadSettings.builder().setAllowNonScalarKeys(true).build();
      return new Compose(yaml).composeString(text);
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
