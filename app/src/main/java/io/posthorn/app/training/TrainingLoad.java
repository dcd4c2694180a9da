package io.posthorn.app.training;

import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.FilterRule;
import io.posthorn.client.model.FilterRule.Comparison;
import io.posthorn.client.request.MessageFilter;
import io.posthorn.client.request.NewSubscription;
import io.posthorn.receiver.CountingReceiver;
import io.posthorn.receiver.PlannedResponse;
import io.posthorn.receiver.RefusingPort;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The load for a server that records its AOT cache, so that the profiles of its hot paths are in
 * it: single and batch posts, filters, deliveries that succeed, and deliveries that fail and are
 * retried.
 *
 * <p>Callers and receivers are in this process, so that the profiles are those of a server alone.
 */
public final class TrainingLoad {
  /** One call an event is the kind with the most code to warm up, so it gets most of the time. */
  private static final List<Kind> KINDS =
      List.of(
          new Kind("SINGLE", 20, 5, 1, 32, 0.5),
          new Kind("BATCH", 20, 5, 100, 4, 0.3),
          new Kind("FAN", 1, 1, 1, 2, 0.2));

  /** Subscriptions that match the same event, of the kind {@code FAN}. */
  private static final int FAN_OUT = 50;

  private static final int HEALTHY_ENDPOINTS = 20;

  /** The entries that are read from each list at the end. */
  private static final int LISTED = 50;

  private final URI server;
  private final String key;

  /**
   * A kind of posts.
   *
   * @param regions the values that subscriptions filter by: as many candidates an event, one match
   * @param perPost events in a post
   * @param callers concurrent posts
   * @param share the part of the time
   */
  private record Kind(
      String objCode, int codes, int regions, int perPost, int callers, double share) {}

  /**
   * Load for a server.
   *
   * @param key an admin key of the server
   */
  public TrainingLoad(URI server, String key) {
    this.server = server;
    this.key = key;
  }

  /**
   * Posts for some time, then reads what became of it.
   *
   * @return the number of accepted events
   */
  public long run(Duration time) throws IOException, InterruptedException {
    try (CountingReceiver receiver = CountingReceiver.start(() -> System.nanoTime() / 1_000);
        RefusingPort refusing = new RefusingPort();
        PosthornClient client =
            PosthornClient.builder().url(server.toString()).apiKey(key).build()) {
      String healthy = url(receiver.open(PlannedResponse.OK));
      for (Kind kind : KINDS) {
        subscribe(client, kind, healthy);
      }
      for (int i = 0; i < FAN_OUT; i++) {
        FilterRule all = FilterRule.where("region", Comparison.NE, "x" + i);
        subscribe(client, "FAN0", healthy + i % HEALTHY_ENDPOINTS, all);
      }
      FilterRule some = region(0);
      subscribe(client, "SINGLE0", url(receiver.open(PlannedResponse.status(500))), some);
      subscribe(client, "SINGLE1", url(receiver.open(PlannedResponse.CLOSE)), some);
      subscribe(client, "SINGLE2", refusing.url(), some);
      long accepted = 0;
      for (Kind kind : KINDS) {
        accepted += post(kind, (long) (time.toNanos() * kind.share()));
      }
      read(client);
      return accepted;
    }
  }

  private static String url(int port) {
    return "http://127.0.0.1:" + port + "/";
  }

  private static void subscribe(PosthornClient client, Kind kind, String healthy) {
    for (int i = 0; i < kind.codes() * kind.regions(); i++) {
      subscribe(
          client,
          kind.objCode() + i / kind.regions(),
          healthy + i % HEALTHY_ENDPOINTS,
          region(i % kind.regions()));
    }
  }

  private static FilterRule region(int number) {
    return FilterRule.where("region", Comparison.EQ, "r" + number);
  }

  private static void subscribe(PosthornClient client, String code, String url, FilterRule filter) {
    client
        .subscriptions()
        .create(NewSubscription.builder(code, "UPDATE", url).filters(filter).build());
  }

  private long post(Kind kind, long nanos) throws IOException, InterruptedException {
    long end = System.nanoTime() + nanos;
    try (ExecutorService callers = Executors.newFixedThreadPool(kind.callers())) {
      List<Future<Long>> running = new ArrayList<>();
      for (int i = 0; i < kind.callers(); i++) {
        TrainingEvents events = new TrainingEvents(kind.objCode(), kind.codes(), kind.regions(), i);
        running.add(callers.submit(() -> post(events, kind.perPost(), end)));
      }
      long accepted = 0;
      for (Future<Long> caller : running) {
        accepted += caller.get();
      }
      return accepted;
    } catch (ExecutionException e) {
      throw new IOException("A caller failed: " + e.getCause(), e);
    }
  }

  private long post(TrainingEvents events, int perPost, long end) throws IOException {
    long accepted = 0;
    try (TrainingConnection connection = new TrainingConnection(server, key)) {
      while (System.nanoTime() - end < 0) {
        accepted += connection.post(events.next(perPost), perPost > 1) ? perPost : 0;
      }
    }
    return accepted;
  }

  private static void read(PosthornClient client) {
    client
        .messages()
        .list(MessageFilter.all())
        .limit(LISTED)
        .forEach(message -> client.messages().get(message.id()));
    client.subscriptions().list().limit(LISTED).forEach(any -> {});
    client.events().list().limit(LISTED).forEach(any -> {});
    client.server().overview();
  }
}
