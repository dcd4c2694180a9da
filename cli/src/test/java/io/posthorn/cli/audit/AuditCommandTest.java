package io.posthorn.cli.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.cli.CommandRun;
import io.posthorn.client.ScriptedApi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The command {@code posthorn audit}. It is 10:15. */
final class AuditCommandTest {
  private final ScriptedApi api = new ScriptedApi();

  @AfterEach
  void stop() {
    api.close();
  }

  @Test
  void changes_are_listed_with_who_and_from_where() {
    api.responds(
        """
        {"data":[{"id":"2","at":"2026-11-15T10:00:00Z","who":"key_1 (ops)","from":"127.0.0.1",
                  "action":"endpoint.enable","customerId":"acme","target":"ep_1","detail":null},
                 {"id":"1","at":"2026-11-15T09:00:00Z","who":"key_1 (ops)","from":"127.0.0.1",
                  "action":"key.create","customerId":null,"target":"key_2","detail":"producer"}],
         "nextCursor":"1"}
        """);

    CommandRun run = CommandRun.of(api, AuditCommand::new, "--customer=acme", "--limit=2");

    assertThat(api.calls().getFirst().customer()).isEqualTo("acme");
    assertThat(run.lines())
        .containsExactly(
            "AT        WHO          FROM       ACTION           CUSTOMER  TARGET",
            "10:00:00  key_1 (ops)  127.0.0.1  endpoint.enable  acme      ep_1",
            "09:00:00  key_1 (ops)  127.0.0.1  key.create       -         key_2  producer");
    assertThat(run.err().strip()).isEqualTo("more: --cursor 1");
  }

  @Test
  void changes_are_selected_by_time() {
    api.responds("{\"data\":[],\"nextCursor\":null}");

    CommandRun run = CommandRun.of(api, AuditCommand::new, "--since=2h", "--until=10:00");

    assertThat(api.lines())
        .containsExactly(
            "GET /api/v1/audit?from=2026-11-15T08%3A15%3A00Z&to=2026-11-15T10%3A00%3A00Z&limit=50");
    assertThat(run.lines()).containsExactly("No changes match.");
  }
}
