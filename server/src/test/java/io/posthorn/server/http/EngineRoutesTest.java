package io.posthorn.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.helidon.webserver.WebServer;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.store.InMemoryShardStore;
import io.posthorn.embedded.InMemoryEngine;
import io.posthorn.kafka.peer.LocalShardReader;
import io.posthorn.kafka.peer.PeerApi;
import io.posthorn.kafka.peer.PeerClient;
import io.posthorn.kafka.peer.PeerSignature;
import io.posthorn.kafka.read.Page;
import io.posthorn.kafka.read.Peers;
import io.posthorn.kafka.read.Range;
import io.posthorn.kafka.read.ShardUnreachableException;
import io.posthorn.server.access.Authenticator;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The routes of the Kafka engine: a node reads a shard of another node over a real port. */
final class EngineRoutesTest implements LocalShardReader {
  private static final int HERE = 3;
  private static final int COPY = 5;
  private static final byte[] NO_END = {(byte) 0xFF};

  private final InMemoryShardStore store = new InMemoryShardStore();
  private final PeerSignature seal = seal(7);
  private final PeerClient client = new PeerClient(seal, null, System::nanoTime);
  private final WebServer server =
      new HttpServer(
              new Authenticator(new InMemoryEngine(Rules.DEFAULT, 1), Clock.systemUTC()),
              (where, requestId, error) -> {
                throw new AssertionError("unexpected at " + where, error);
              })
          .open("127.0.0.1", 0, EngineRoutes.of(new PeerApi(seal(7), this).routes()));

  @AfterEach
  void close() {
    server.stop();
    client.close();
  }

  private static PeerSignature seal(int key) {
    byte[] bytes = new byte[32];
    bytes[0] = (byte) key;
    return new PeerSignature(List.of(bytes), Clock.systemUTC());
  }

  @Override
  public Page read(int shard, boolean copy, Range range) {
    check(shard, copy);
    return range.read(store);
  }

  @Override
  public Page values(int shard, boolean copy, List<byte[]> keys) {
    check(shard, copy);
    return Page.of(store, keys);
  }

  private static void check(int shard, boolean copy) {
    if (shard != HERE && !(copy && shard == COPY)) {
      throw new ShardUnreachableException("this node", "not here");
    }
  }

  private String node() {
    return "127.0.0.1:" + server.port();
  }

  private Peers.RemoteShard at(int shard) {
    return new Peers.RemoteShard(node(), shard, false);
  }

  private static byte[] key(int number) {
    return new byte[] {5, (byte) (number >> 8), (byte) number};
  }

  private static Range all(boolean back, int most) {
    return new Range(new byte[0], NO_END, back, most);
  }

  @Test
  void a_value_or_its_absence_is_read() {
    store.put(key(1), new byte[] {42});

    assertThat(client.get(at(HERE), key(1))).containsExactly(42);
    assertThat(client.get(at(HERE), key(2))).isNull();
  }

  @Test
  void many_values_are_read_in_one_call_and_a_large_response_ends_early() {
    store.put(key(1), new byte[] {42});
    store.put(key(3), new byte[1 << 20]);
    store.put(key(4), new byte[] {44});

    Page some = client.values(at(HERE), List.of(key(1), key(2)));
    assertThat(some.entries())
        .singleElement()
        .satisfies(e -> assertThat(e.value()[0]).isEqualTo((byte) 42));
    assertThat(some.more()).isFalse();
    Page heavy = client.values(at(HERE), List.of(key(3), key(4)));
    assertThat(heavy.entries())
        .singleElement()
        .satisfies(e -> assertThat(e.key()).isEqualTo(key(3)));
    assertThat(heavy.more()).isTrue();
    assertThatThrownBy(() -> client.values(at(HERE + 1), List.of(key(1))))
        .hasMessage("it responded with status 409");
    try (PeerClient otherKey = new PeerClient(seal(8), null, System::nanoTime)) {
      assertThatThrownBy(() -> otherKey.values(at(HERE), List.of(key(1))))
          .hasMessage("it responded with status 404");
    }
  }

  @Test
  void a_range_is_read_in_order_up_to_its_limit() {
    for (int i = 0; i < 5; i++) {
      store.put(key(i), new byte[] {(byte) i});
    }

    Page up = client.scan(at(HERE), all(false, 2));
    assertThat(up.entries())
        .extracting(entry -> entry.value()[0])
        .containsExactly((byte) 0, (byte) 1);
    assertThat(up.more()).isTrue();
    Page down = client.scan(at(HERE), all(true, 10));
    assertThat(down.entries())
        .extracting(entry -> entry.value()[0])
        .startsWith((byte) 4)
        .hasSize(5);
    assertThat(down.more()).isFalse();
  }

  @Test
  void a_page_ends_after_the_entry_that_exceeds_one_mebibyte() {
    for (int i = 0; i < 4; i++) {
      store.put(key(i), new byte[600_000]);
    }

    Page page = client.scan(at(HERE), all(false, 256));
    assertThat(page.entries()).hasSize(2);
    assertThat(page.more()).isTrue();
  }

  @Test
  void reads_of_a_shard_on_another_node_are_refused() {
    assertThatThrownBy(() -> client.get(at(HERE + 1), key(1)))
        .isInstanceOf(ShardUnreachableException.class)
        .hasMessage("it responded with status 409");
  }

  @Test
  void a_copy_is_read_by_callers_that_ask_for_one() {
    store.put(key(1), new byte[] {42});

    Peers.RemoteShard copy = new Peers.RemoteShard(node(), COPY, true);
    assertThat(client.get(copy, key(1))).containsExactly(42);
    assertThat(client.values(copy, List.of(key(1))).entries()).hasSize(1);
    assertThat(client.scan(copy, all(false, 2)).entries()).hasSize(1);
    assertThatThrownBy(() -> client.get(at(COPY), key(1)))
        .hasMessage("it responded with status 409");
    assertThatThrownBy(() -> client.values(at(COPY), List.of(key(1))))
        .hasMessage("it responded with status 409");
  }

  @Test
  void callers_without_the_key_get_a_404() throws IOException, InterruptedException {
    try (PeerClient otherKey = new PeerClient(seal(8), null, System::nanoTime);
        HttpClient http = HttpClient.newHttpClient()) {
      assertThatThrownBy(() -> otherKey.get(at(HERE), key(1)))
          .hasMessage("it responded with status 404");
      HttpResponse<String> bare =
          http.send(
              HttpRequest.newBuilder(
                      URI.create(
                          "http://"
                              + node()
                              + "/internal/v1/shards/3/entries?from=BQAB&to=BQABAA&back=false&most=1&copy=false"))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      assertThat(bare.statusCode()).isEqualTo(404);
      assertThat(bare.body()).contains("No such path");
    }
  }

  @Test
  void more_than_a_page_is_refused() {
    assertThatThrownBy(() -> client.scan(at(HERE), all(false, 257)))
        .hasMessage("it responded with status 404");
  }

  @Test
  void a_node_with_an_invalid_address_is_unreachable() {
    assertThatThrownBy(() -> client.get(new Peers.RemoteShard("fd00::1:8080", HERE, false), key(1)))
        .isInstanceOf(ShardUnreachableException.class)
        .hasMessage("its advertised address is invalid");
  }

  @Test
  void an_unreachable_node_is_not_called_again_at_once() {
    Peers.RemoteShard gone = at(HERE);
    server.stop();
    long[] nanos = {0};
    try (PeerClient impatient = new PeerClient(seal, null, () -> nanos[0])) {
      assertThatThrownBy(() -> impatient.scan(gone, all(false, 1)))
          .hasMessage("it cannot be reached");
      assertThatThrownBy(() -> impatient.scan(gone, all(false, 1)))
          .hasMessage("its last call got no response; it is called again after a second");
      nanos[0] += 1_000_000_000L;
      assertThatThrownBy(() -> impatient.scan(gone, all(false, 1)))
          .hasMessage("it cannot be reached");
    }
  }
}
