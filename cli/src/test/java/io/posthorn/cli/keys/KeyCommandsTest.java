package io.posthorn.cli.keys;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.cli.CommandRun;
import io.posthorn.client.ScriptedApi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The commands {@code posthorn keys create}, {@code list} and {@code revoke}. */
final class KeyCommandsTest {
  private static final String MADE =
      "{\"id\":\"key_1\",\"role\":\"admin\",\"customerId\":\"*\",\"key\":\"phk_secret\"}";

  private final ScriptedApi api = new ScriptedApi();

  @AfterEach
  void stop() {
    api.close();
  }

  @Test
  void a_new_key_is_the_only_line_on_stdout() {
    api.responds(201, MADE);

    CommandRun run = CommandRun.of(api, CreateKeyCommand::new, "--admin");

    assertThat(run.status()).isZero();
    assertThat(run.lines()).containsExactly("phk_secret");
    assertThat(run.err().strip())
        .isEqualTo("key_1: admin for all customers. Save the key now: it is not shown again.");
    assertThat(api.lines()).containsExactly("POST /api/v1/keys");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          --admin | {"name":"admin","role":"admin","customerId":"*"}
          --role=producer --name=shop | {"name":"shop","role":"producer","customerId":"default"}
          --role=viewer --customer=acme | {"name":"viewer","role":"viewer","customerId":"acme"}
          --role=viewer --customer=acme --scope=b --expires-in=30d | {"name":"viewer","role":"viewer","customerId":"b","expiresAt":"2026-12-15T10:15:00Z"}
          """)
  void a_key_has_a_name_a_role_and_a_scope(String arguments, String body) {
    api.responds(201, MADE);

    CommandRun.of(api, CreateKeyCommand::new, arguments.split(" ", -1));

    assertThat(api.calls().getFirst().body()).isEqualTo(body);
  }

  @ParameterizedTest
  @CsvSource({"--name=x", "--admin --role=viewer", "--admin --scope=acme"})
  void exactly_one_role_must_be_given(String arguments) {
    assertThat(CommandRun.of(api, CreateKeyCommand::new, arguments.split(" ", -1)).status())
        .isEqualTo(2);
    assertThat(api.calls()).isEmpty();
  }

  @Test
  void keys_are_listed_by_their_first_characters() {
    api.responds(
        """
        {"data":[{"id":"key_1","prefix":"phk_ab","name":"shop","role":"producer",
                  "customerId":"default","expiresAt":null,"lastUsedAt":null},
                 {"id":"key_2","prefix":"phk_cd","name":"ops","role":"admin","customerId":"*",
                  "expiresAt":"2026-12-15T10:15:00Z","lastUsedAt":"2026-11-15T10:15:00Z"}],"nextCursor":null}
        """);

    assertThat(CommandRun.of(api, ListKeysCommand::new).lines())
        .containsExactly(
            "ID     BEGINS  ROLE      CUSTOMER  EXPIRES              LAST USED  NAME",
            "key_1  phk_ab  producer  default   never                never      shop",
            "key_2  phk_cd  admin     *         2026-12-15 10:15:00  10:15:00   ops");
    assertThat(api.lines()).containsExactly("GET /api/v1/keys?limit=1000");
  }

  @Test
  void a_key_is_revoked() {
    api.responds(204, "");

    CommandRun run = CommandRun.of(api, RevokeKeyCommand::new, "key_1");

    assertThat(run.lines()).containsExactly("key_1 is revoked.");
    assertThat(api.lines()).containsExactly("DELETE /api/v1/keys/key_1");
  }
}
