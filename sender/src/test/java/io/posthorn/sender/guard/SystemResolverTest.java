package io.posthorn.sender.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The JVM's own cache can only be turned off at its start, so lookups run in a process. */
class SystemResolverTest {
  @TempDir private Path folder = Path.of("");

  @Test
  void the_jvm_caches_neither_addresses_nor_failures_beside_our_10_s_and_1_s()
      throws IOException, InterruptedException {
    Path hosts = folder.resolve("hosts");
    Path output = folder.resolve("output");

    Process lookups =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djdk.net.hosts.file=" + hosts,
                "-cp",
                System.getProperty("java.class.path"),
                Lookups.class.getName(),
                hosts.toString())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();

    assertThat(lookups.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(Files.readAllLines(output))
        .containsExactly("unknown", "192.0.2.1", "192.0.2.2", "unknown");
    assertThat(DnsLookup.GOOD_FOR).isEqualTo(Duration.ofSeconds(10));
    assertThat(DnsLookup.BAD_FOR).isEqualTo(Duration.ofSeconds(1));
  }

  /** Looks a name up whose address changes between any two lookups. */
  static final class Lookups {
    private Lookups() {}

    public static void main(String[] arguments) throws IOException {
      Path hosts = Path.of(arguments[0]);
      for (String line : new String[] {"", "192.0.2.1 a.test", "192.0.2.2 a.test", ""}) {
        Files.writeString(hosts, line + "\n");
        try {
          System.out.println(Resolver.SYSTEM.resolve("a.test").getFirst().getHostAddress());
        } catch (UnknownHostException e) {
          System.out.println("unknown");
        }
      }
    }
  }
}
