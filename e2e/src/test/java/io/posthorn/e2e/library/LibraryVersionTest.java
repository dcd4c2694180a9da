package io.posthorn.e2e.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The version of the client libraries, which is that of the server. */
final class LibraryVersionTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          clients/typescript/package.json         | "version": "(.*?)"
          clients/typescript/package-lock.json    | "version": "(.*?)"
          clients/typescript/src/transport.ts     | VERSION = "(.*?)"
          clients/typescript/README.md            | posthorn-client-(.*?)\\.tgz
          clients/python/src/posthorn/_version.py | VERSION = "(.*?)"
          clients/python/README.md                | posthorn_client-(.*?)-py3
          clients/go/client.go                    | ClientVersion = "(.*?)"
          clients/go/README.md                    | posthorn@v(\\S+)
          examples/receivers/nethttp/go.mod       | posthorn v(\\S+)
          docs/INTEGRATE.md                       | posthorn-client:(.*?)`
          docs/INTEGRATE.md                       | posthorn-client-(.*?)\\.tgz
          docs/INTEGRATE.md                       | posthorn_client-(.*?)-py3
          docs/INTEGRATE.md                       | posthorn@v(\\S+)
          """)
  void it_is_that_of_the_project(String file, String pattern) throws IOException {
    Matcher version =
        Pattern.compile(pattern).matcher(Files.readString(Workspace.REPOSITORY.resolve(file)));

    assertThat(version.find()).isTrue();
    assertThat(version.group(1)).isEqualTo(Workspace.version());
  }
}
