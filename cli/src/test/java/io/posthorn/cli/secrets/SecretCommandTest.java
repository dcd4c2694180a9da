package io.posthorn.cli.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.cli.CommandRun;
import io.posthorn.client.ScriptedApi;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The command {@code posthorn secret}. It is 10:15. */
final class SecretCommandTest {
  private final ScriptedApi api = new ScriptedApi();

  @AfterEach
  void stop() {
    api.close();
  }

  @Test
  void the_secret_is_the_only_line_on_stdout() {
    api.responds(
        """
        {"secret":"whsec_new","previousSecrets":[
          {"secret":"whsec_old","until":"2026-11-16T10:15:00Z"}]}
        """);

    CommandRun run = CommandRun.of(api, ShowSecretCommand::new, "ep_1");

    assertThat(run.lines()).containsExactly("whsec_new");
    assertThat(run.err().strip())
        .isEqualTo("whsec_old also signs until 2026-11-16 10:15:00, in 24 hours.");
    assertThat(api.lines()).containsExactly("GET /api/v1/endpoints/ep_1/secret");
  }

  @Test
  void a_secret_is_rotated_with_an_overlap() {
    api.responds("{\"secret\":\"whsec_new\"}");

    CommandRun run = CommandRun.of(api, RotateSecretCommand::new, "ep_1", "--overlap=7d");

    assertThat(run.lines()).containsExactly("whsec_new");
    assertThat(api.lines()).containsExactly("POST /api/v1/endpoints/ep_1/secret/rotate");
    assertThat(api.calls().getFirst().body()).isEqualTo("{\"overlap\":\"604800000ms\"}");
  }

  @Test
  void a_secret_is_read_from_standard_input_and_not_repeated() {
    api.responds("{\"secret\":\"whsec_given\"}");

    CommandRun run =
        CommandRun.of(
            new SetSecretCommand(
                CommandRun.context(Map.of("POSTHORN_URL", api.url()), "whsec_given\n")),
            "ep_1",
            "-");

    assertThat(run.lines())
        .containsExactly("ep_1 signs with the new secret from its next attempt on.");
    assertThat(api.lines()).containsExactly("PUT /api/v1/endpoints/ep_1/secret");
    assertThat(api.calls().getFirst().body()).isEqualTo("{\"secret\":\"whsec_given\"}");
  }

  @Test
  void a_subscription_is_not_an_endpoint() {
    assertThat(CommandRun.of(api, ShowSecretCommand::new, "sub_1").err())
        .startsWith("\"sub_1\" is not an endpoint ID. Endpoint IDs begin with ep_;");
    assertThat(CommandRun.of(new SecretCommand()).err())
        .startsWith("Missing subcommand: use show, set or rotate.");
  }
}
