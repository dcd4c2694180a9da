package io.posthorn.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.engine.error.Refusal;
import io.posthorn.engine.error.RefusedException;
import java.io.EOFException;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** The status of a call that fails, as traces report it. */
class ResponseStatusTest {
  @Test
  void a_body_that_was_cut_off_is_no_internal_error() {
    assertThat(HttpServer.status(new BrokenBodyException(400, new EOFException()))).isEqualTo(400);
  }

  @Test
  void a_refusal_keeps_its_status_when_a_future_has_wrapped_it() {
    RuntimeException refused = new CompletionException(new RefusedException(Refusal.INTAKE_FULL));

    assertThat(HttpServer.status(refused)).isEqualTo(503);
  }

  @Test
  void everything_else_is_an_internal_error() {
    assertThat(HttpServer.status(new IllegalStateException())).isEqualTo(500);
  }
}
