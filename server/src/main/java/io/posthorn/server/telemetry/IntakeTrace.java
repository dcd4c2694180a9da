package io.posthorn.server.telemetry;

import io.posthorn.core.event.Event;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The trace of one call that posts events. The steps follow each other: the events are parsed,
 * matched with subscriptions and handed to the engine, committed, and the response is sent.
 */
public interface IntakeTrace extends AutoCloseable {
  /** Returns the trace of a call that is not sampled. */
  static IntakeTrace passing(@Nullable String traceparent) {
    return new Passing(traceparent);
  }

  /** Returns the {@code traceparent} that the events carry; null for none. */
  @Nullable String traceparent();

  /** The events are parsed; matching begins. */
  void parsed(List<Event> events);

  /** The events are matched; waiting for the commit begins. */
  void matched();

  /** The events are committed. */
  void committed();

  /** The status of the response. */
  void responded(int status);

  /** Ends the trace of the call. */
  @Override
  void close();

  /** A trace that records nothing. */
  record Passing(@Nullable String traceparent) implements IntakeTrace {
    @Override
    public void parsed(List<Event> events) {}

    @Override
    public void matched() {}

    @Override
    public void committed() {}

    @Override
    public void responded(int status) {}

    @Override
    public void close() {}
  }
}
