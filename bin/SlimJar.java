import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * A copy of the jar without native libraries: {@code SlimJar JAR PLATFORM DIRECTORY}, where the
 * platform is amd64, amd64-musl or arm64. The jar has them for some twenty platforms, 75 MB. Those
 * of the platform become files in the directory, from where Java loads them without unpacking, so
 * that they also work where /tmp is noexec.
 */
final class SlimJar {
  private static final Pattern NATIVE =
      Pattern.compile(
          "librocksdbjni-.*|net/jpountz/util/(darwin|linux|win32|windows)/.*"
              + "|org/xerial/snappy/native/.*|(aix|darwin|freebsd|linux|win)/.*/libzstd-jni-.*");

  /** The libraries that a platform keeps. Snappy loads its own from the jar alone. */
  private static final Map<String, Pattern> KEPT =
      Map.of(
          "amd64", kept("linux64", "amd64", "x86_64"),
          "amd64-musl", kept("linux64-musl", "amd64", "x86_64"),
          "arm64", kept("linux-aarch64", "aarch64", "aarch64"));

  private static Pattern kept(String rocks, String other, String snappy) {
    return Pattern.compile(
        "librocksdbjni-%s\\.so|net/jpountz/util/linux/%s/.*|linux/%s/.*"
                .formatted(rocks, other, other)
            + "|org/xerial/snappy/native/Linux/%s/.*".formatted(snappy));
  }

  public static void main(String[] arguments) throws IOException {
    Pattern kept = KEPT.get(arguments[1]);
    if (kept == null) {
      throw new IllegalArgumentException(
          "No platform " + arguments[1] + "; use one of " + KEPT.keySet() + ".");
    }
    Path directory = Path.of(arguments[2]);
    try (ZipFile jar = new ZipFile(arguments[0]);
        ZipOutputStream copy =
            new ZipOutputStream(Files.newOutputStream(directory.resolve("posthorn.jar")))) {
      for (ZipEntry entry : Collections.list(jar.entries())) {
        String name = entry.getName();
        boolean isNative = NATIVE.matcher(name).matches() && !entry.isDirectory();
        if (isNative && !kept.matcher(name).matches()) {
          continue;
        }
        try (InputStream in = jar.getInputStream(entry)) {
          if (isNative && !name.startsWith("org/xerial")) {
            Files.copy(in, directory.resolve(name.substring(name.lastIndexOf('/') + 1)));
          } else {
            copyEntry(entry, in, copy);
          }
        }
      }
    }
  }

  private static void copyEntry(ZipEntry entry, InputStream in, ZipOutputStream copy)
      throws IOException {
    ZipEntry same = new ZipEntry(entry.getName());
    same.setTimeLocal(entry.getTimeLocal());
    copy.putNextEntry(same);
    in.transferTo(copy);
    copy.closeEntry();
  }
}
