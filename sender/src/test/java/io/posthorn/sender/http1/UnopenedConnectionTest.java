package io.posthorn.sender.http1;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.BindException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The limit of a host halves only if its receiver is the reason that a connection could not be
 * opened.
 */
class UnopenedConnectionTest {
  @Test
  void a_refusal_and_a_missing_route_are_of_the_receiver() {
    for (Throwable cause :
        List.of(new ConnectException("Connection refused"), new NoRouteToHostException())) {
      assertThat(Failure.isOfReceiver(cause, false)).as("%s", cause).isTrue();
    }
  }

  @Test
  void a_connection_that_is_not_established_in_time_is_of_the_receiver_if_it_had_time() {
    assertThat(Failure.isOfReceiver(new SocketTimeoutException(), true)).isTrue();
    assertThat(Failure.isOfReceiver(new SocketTimeoutException(), false)).isFalse();
  }

  @Test
  void errors_of_this_machine_are_not_of_the_receiver() {
    for (Throwable cause :
        List.of(
            new SocketException("Too many open files"),
            new BindException("Cannot assign requested address"),
            new IllegalStateException("the reactor is closed"))) {
      assertThat(Failure.isOfReceiver(cause, true)).as("%s", cause).isFalse();
    }
  }
}
