package io.posthorn.server.console;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.server.http.Access;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.CallResponse;
import io.posthorn.server.http.ErrorCode;
import io.posthorn.server.http.JsonBody;
import io.posthorn.server.http.Problem;
import io.posthorn.server.http.Route;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * {@code GET /console/live}: server-sent events about changes, at most one per second. They are
 * notices, not data: the page reloads what it shows through the API.
 */
public final class LiveStream {
  /** The shortest time between notices. */
  private static final long GATHER = 1_000;

  /** The heartbeat; after twice this time without one, the page reconnects. */
  private static final long HEARTBEAT = 10_000;

  private static final byte[] STILL_HERE = ": still here\n\n".getBytes(StandardCharsets.UTF_8);

  /** The reload interval for streams that do not receive all changes. */
  private static final long ROUND = 3_000;

  private final LiveBroadcaster board;
  private final boolean receivesAll;

  /**
   * Creates the stream.
   *
   * @param receivesAll whether the board receives all changes; false in a cluster, where streams
   *     get periodic reload notices instead
   */
  public LiveStream(LiveBroadcaster board, boolean receivesAll) {
    this.board = board;
    this.receivesAll = receivesAll;
  }

  public List<Route> routes() {
    return List.of(Route.get("/console/live", Access.READ, this::listen));
  }

  private CallResponse listen(Call call) {
    String customer = call.customer();
    if (board.isFull()) {
      return CallResponse.of(
              Problem.of(ErrorCode.OVERLOADED, "Too many live connections; retry later."))
          .retryAfter(Duration.ofSeconds(30));
    }
    return CallResponse.streaming("text/event-stream", out -> listen(call, customer, out))
        .with("Cache-Control", "no-store")
        .with("X-Accel-Buffering", "no");
  }

  private void listen(Call call, String customer, OutputStream out) throws IOException {
    LiveSubscription feed = board.open(customer).orElse(null);
    if (feed != null) {
      run(call, feed, out);
    }
  }

  private void run(Call call, LiveSubscription feed, OutputStream out) throws IOException {
    try {
      greet(out);
      while (!feed.isClosed() && call.admitted().isPresent()) {
        LiveSubscription.Notice notice = feed.await(receivesAll ? HEARTBEAT : ROUND);
        if (notice == null && !receivesAll) {
          greet(out);
        } else if (notice == null) {
          out.write(STILL_HERE);
          out.flush();
        } else {
          send(out, "change", body(notice));
          feed.gather(GATHER);
        }
      }
      send(out, "bye", json -> json.writeRawValue("{}"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      board.leave(feed);
    }
  }

  /** A notice that makes the page reload everything. */
  private static void greet(OutputStream out) throws IOException {
    send(out, "hello", json -> json.writeRawValue("{}"));
  }

  private static void send(OutputStream out, String event, JsonBody data) throws IOException {
    out.write(("event: " + event + "\ndata: ").getBytes(StandardCharsets.UTF_8));
    out.write(data.toBytes());
    out.write('\n');
    out.write('\n');
    out.flush();
  }

  private static JsonBody body(LiveSubscription.Notice notice) {
    return json -> {
      json.writeStartObject();
      json.writeNumberField("delivered", notice.delivered());
      json.writeNumberField("failed", notice.failed());
      json.writeNumberField("ended", notice.ended());
      json.writeArrayFieldStart("endpoints");
      for (EndpointId endpoint : notice.endpoints()) {
        json.writeString(endpoint.toString());
      }
      json.writeEndArray();
      json.writeBooleanField("moreEndpoints", notice.moreEndpoints());
      json.writeArrayFieldStart("changes");
      for (Map.Entry<EndpointId, String> change : notice.changes().entrySet()) {
        json.writeStartObject();
        json.writeStringField("endpointId", change.getKey().toString());
        json.writeStringField("change", change.getValue());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    };
  }
}
