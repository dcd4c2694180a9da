package io.posthorn.server.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The resources of the class path, in directories and jars. */
final class ClassPath {
  private ClassPath() {}

  static byte[] read(String resource) {
    try (InputStream in = ClassPath.class.getResourceAsStream("/" + resource)) {
      if (in == null) {
        throw new IllegalStateException(resource + " is not on the class path");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns all files below the directory of a known file, by relative path. */
  static Map<String, byte[]> beside(String resource) {
    URL url = ClassPath.class.getResource("/" + resource);
    if (url == null) {
      throw new IllegalStateException(resource + " is not on the class path");
    }
    try {
      URI uri = url.toURI();
      if (!uri.getScheme().equals("jar")) {
        return files(Path.of(uri));
      }
      try (FileSystem jar = FileSystems.newFileSystem(uri, Map.of())) {
        return files(jar.getPath("/" + resource));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException("a class path URL is always a valid URI", e);
    }
  }

  private static Map<String, byte[]> files(Path known) throws IOException {
    Path directory = known.getParent();
    if (directory == null) {
      throw new IllegalArgumentException(known + " is in no directory");
    }
    Map<String, byte[]> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        String name = directory.relativize(file).toString().replace('\\', '/');
        files.put(name, Files.readAllBytes(file));
      }
    }
    return files;
  }
}
