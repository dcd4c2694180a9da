package io.posthorn.server.telemetry;

import io.posthorn.core.shard.protocol.Sender;
import org.jspecify.annotations.Nullable;

/**
 * The traces of events: one span for the call that posts them, one for each attempt to deliver a
 * message. They are linked by the {@code traceparent} that is stored with the event, over restarts
 * and between nodes.
 */
public interface Tracing extends AutoCloseable {
  /** No traces: a {@code traceparent} is only passed on. */
  Tracing NONE =
      new Tracing() {
        @Override
        public IntakeTrace intake(@Nullable String traceparent, boolean secure) {
          return IntakeTrace.passing(traceparent);
        }

        @Override
        public Sender traced(Sender sender) {
          return sender;
        }

        @Override
        public void close() {}
      };

  /**
   * Begins the trace of a call that posts events.
   *
   * @param traceparent the call's; null for none
   * @param secure whether it came over https
   */
  IntakeTrace intake(@Nullable String traceparent, boolean secure);

  /** Returns a sender that traces the attempts of sampled events. */
  Sender traced(Sender sender);

  /** Sends what is left, for a few seconds at most. */
  @Override
  void close();
}
