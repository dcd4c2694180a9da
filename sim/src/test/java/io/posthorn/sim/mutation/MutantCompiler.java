package io.posthorn.sim.mutation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles broken copies of single source files; the sources themselves are never touched. */
final class MutantCompiler {
  private final Path root;
  private final Path folder;

  MutantCompiler(Path root, Path folder) {
    this.root = root;
    this.folder = folder;
  }

  /** The folder of classes that, put in front of the class path, makes a mutant. */
  Path make(Mutant mutant) throws IOException {
    Path sources = Files.createDirectories(folder.resolve("src"));
    Path classes = Files.createDirectories(folder.resolve("classes"));
    List<Path> broken = new ArrayList<>();
    for (Map.Entry<String, String> file : edited(mutant).entrySet()) {
      Path name = Path.of(file.getKey()).getFileName();
      broken.add(Files.writeString(sources.resolve(name), file.getValue()));
    }
    compile(broken, classes, mutant);
    return classes;
  }

  /** The text of each broken file. */
  Map<String, String> edited(Mutant mutant) throws IOException {
    Map<String, String> texts = new LinkedHashMap<>();
    for (Mutant.Edit edit : mutant.edits()) {
      String text = texts.get(edit.file());
      if (text == null) {
        text = Files.readString(root.resolve(edit.file()));
      }
      int at = text.indexOf(edit.from());
      if (at < 0 || text.indexOf(edit.from(), at + 1) >= 0) {
        throw new IllegalStateException(
            "The mutant '%s' wants a text that stands exactly once in %s: %s"
                .formatted(mutant.breaks(), edit.file(), edit.from()));
      }
      texts.put(edit.file(), text.replace(edit.from(), edit.to()));
    }
    return texts;
  }

  private static void compile(List<Path> files, Path classes, Mutant mutant) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      List<String> options =
          List.of(
              "-d", classes.toString(), "-cp", System.getProperty("java.class.path"), "-nowarn");
      boolean done =
          compiler
              .getTask(
                  null, manager, null, options, null, manager.getJavaFileObjectsFromPaths(files))
              .call();
      if (!done) {
        throw new IllegalStateException("The mutant '" + mutant.breaks() + "' does not compile.");
      }
    }
  }
}
