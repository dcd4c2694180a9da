package io.posthorn.sim.mutation;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
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

  /**
   * Checks mutants without making classes; returns an error for each that does not compile. Those
   * that change different files are checked in one run of the compiler.
   */
  List<String> errors(List<Mutant> mutants) throws IOException {
    List<String> errors = new ArrayList<>();
    List<Mutant> left = new ArrayList<>(mutants);
    while (!left.isEmpty()) {
      Map<String, Mutant> byFile = new LinkedHashMap<>();
      List<JavaFileObject> sources = new ArrayList<>();
      for (Mutant mutant : List.copyOf(left)) {
        Map<String, String> files = edited(mutant);
        if (Collections.disjoint(byFile.keySet(), files.keySet())) {
          files.forEach((file, text) -> sources.add(new Source(file, text)));
          files.keySet().forEach(file -> byFile.put(file, mutant));
          left.remove(mutant);
        }
      }
      for (Diagnostic<? extends JavaFileObject> error : check(sources)) {
        Mutant mutant = byFile.get(error.getSource() == null ? "" : error.getSource().getName());
        errors.add(
            "The mutant '%s' does not compile: %s"
                .formatted(mutant == null ? "" : mutant.breaks(), error.getMessage(Locale.ROOT)));
      }
    }
    return errors;
  }

  private static List<Diagnostic<? extends JavaFileObject>> check(List<JavaFileObject> sources) {
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    List<String> options =
        List.of(
            "-proc:none",
            "-nowarn",
            "--should-stop=ifNoError=FLOW", // classes are not needed
            "-cp",
            System.getProperty("java.class.path"));
    ToolProvider.getSystemJavaCompiler().getTask(null, null, found, options, null, sources).call();
    return found.getDiagnostics().stream()
        .filter(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
        .toList();
  }

  /** A source text in memory. */
  private static final class Source extends SimpleJavaFileObject {
    private final String file;
    private final String text;

    Source(String file, String text) {
      super(URI.create("string:///" + file), Kind.SOURCE);
      this.file = file;
      this.text = text;
    }

    @Override
    public String getName() {
      return file;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
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
