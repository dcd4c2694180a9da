package io.posthorn.e2e.library;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.client.PagedList;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.EventSummary;
import io.posthorn.client.request.EventFilter;
import io.posthorn.client.request.NewEvent;
import io.posthorn.e2e.environment.PosthornJar;
import io.posthorn.e2e.environment.RunningServer;
import io.posthorn.testkit.ChildProcess;
import io.posthorn.testkit.ServerProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The client library for Java, and its example, run as its documentation says. */
@Tag("thorough")
@Timeout(120)
final class JavaClientTest {
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  @RegisterExtension static final RunningServer SERVER = RunningServer.with();

  @Test
  void the_example_subscribes_sends_verifies_and_lists() {
    Map<String, String> environment =
        Map.of(
            "POSTHORN_URL",
            SERVER.process().address().toString(),
            "POSTHORN_KEY",
            ServerProcess.ADMIN_KEY);

    try (ChildProcess example =
        PosthornJar.startAlone(
            environment,
            JAVA,
            "-cp",
            PosthornJar.JAR.toString(),
            "../examples/client-java/FirstEvent.java")) {
      example.awaitExit();

      assertThat(example.err().all()).isEmpty();
      assertThat(example.out().all()).hasSize(5);
      assertThat(example.out().all().get(0)).isEqualTo("Subscribed.");
      assertThat(example.out().all().get(1)).isEqualTo("Accepted 3 events.");
      assertThat(example.out().all().get(2))
          .matches("Received msg_[0-9A-Z]+, and its signature is right\\.");
      assertThat(example.out().all().get(3))
          .matches("Message msg_[0-9A-Z]+ is about order large\\.");
      assertThat(example.out().all().get(4)).isEqualTo("Done.");
    }
  }

  @Test
  void a_list_of_1001_events_is_read_page_by_page() {
    List<String> sent = IntStream.range(0, 1_001).mapToObj(i -> "java-" + i).toList();
    try (PosthornClient posthorn = SERVER.api().client()) {
      posthorn
          .events()
          .sendAll(
              sent.stream()
                  .map(id -> NewEvent.builder("PAGED_EVENT", "UPDATE").id(id).build())
                  .toList());

      PagedList<EventSummary> events =
          posthorn.events().list(EventFilter.builder().objCode("PAGED_EVENT").build());

      assertThat(events).extracting(EventSummary::id).isEqualTo(sent.reversed());
      assertThat(events.pages()).hasSizeGreaterThan(10);
    }
  }
}
