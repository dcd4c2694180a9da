package io.posthorn.engine.read;

import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.shard.read.CustomerReader;
import io.posthorn.core.shard.read.EndpointReader;
import io.posthorn.core.shard.read.EndpointView;
import io.posthorn.core.store.ShardView;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** A summary of a customer: its endpoints by state and their waiting messages. */
public final class Overview {
  /** Upper bound of endpoints examined; the rest is left out. */
  private static final int EXAMINED = 10_000;

  private final DeliveryPause pause;
  private final List<EndpointView> endpoints;
  private final Map<CircuitState, Integer> states = new EnumMap<>(CircuitState.class);
  private int paused;
  private long first;
  private long retry;
  private long order;
  private long held;
  private long oldest = Long.MAX_VALUE;

  private Overview(DeliveryPause pause, List<EndpointView> endpoints) {
    this.pause = pause;
    this.endpoints = endpoints;
  }

  static Overview read(ShardView view, EndpointReader reader, String customerId, long now) {
    Overview overview =
        new Overview(
            DeliveryPause.of(new CustomerReader(view), customerId),
            reader.list(customerId, null, EXAMINED, now));
    overview.endpoints.forEach(endpoint -> overview.add(endpoint, reader));
    return overview;
  }

  private void add(EndpointView endpoint, EndpointReader reader) {
    states.merge(endpoint.state(), 1, Integer::sum);
    paused += endpoint.paused() ? 1 : 0;
    long waiting = endpoint.waitingFirst() + endpoint.waitingRetry() + endpoint.waitingOrder();
    if (waiting == 0) {
      return;
    }
    if (isHeld(endpoint)) {
      held += waiting;
    } else {
      first += endpoint.waitingFirst();
      retry += endpoint.waitingRetry();
      order += endpoint.waitingOrder();
    }
    long start = reader.oldestWaiting(endpoint.customerId(), endpoint.id());
    oldest = Math.min(oldest, start == 0 ? Long.MAX_VALUE : start);
  }

  private boolean isHeld(EndpointView endpoint) {
    return pause.isPaused() || endpoint.paused() || endpoint.state() != CircuitState.ENABLED;
  }

  public DeliveryPause pause() {
    return pause;
  }

  /** The examined endpoints, in id order. */
  public List<EndpointView> endpoints() {
    return endpoints;
  }

  /** Returns whether all endpoints of the customer were examined. */
  public boolean isComplete() {
    return endpoints.size() < EXAMINED;
  }

  public int count(CircuitState state) {
    return states.getOrDefault(state, 0);
  }

  /** Endpoints that are paused. */
  public int paused() {
    return paused;
  }

  /** Messages that wait for their first attempt. */
  public long waitingFirst() {
    return first;
  }

  /** Messages that wait for a further attempt. */
  public long waitingRetry() {
    return retry;
  }

  /** Ordered messages behind another one of their object. */
  public long waitingOrder() {
    return order;
  }

  /** Messages that wait for a resume or a successful probe. */
  public long held() {
    return held;
  }

  /** Returns when the schedule of the oldest waiting message began; 0 if none waits. */
  public long oldestWaiting() {
    return oldest == Long.MAX_VALUE ? 0 : oldest;
  }
}
