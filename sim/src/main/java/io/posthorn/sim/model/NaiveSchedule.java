package io.posthorn.sim.model;

import io.posthorn.core.message.Message;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.retry.RetryPolicy;
import java.time.DateTimeException;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The retry schedule, written a second time: all slots of a message in a list, of which the first
 * later one is taken.
 */
public final class NaiveSchedule {
  /** A slot and its time. */
  public record Slot(int number, long at) {}

  private final RetryPolicy numbers;
  private final double jitter;

  public NaiveSchedule(RetryPolicy numbers, double jitter) {
    this.numbers = numbers;
    this.jitter = jitter;
  }

  /** The offsets of the retries, from the first to the last. */
  private List<Long> offsets() {
    return switch (numbers) {
      case RetryPolicy.Offsets listed -> listed.millis();
      case RetryPolicy.Doubling doubling -> {
        List<Long> offsets = new ArrayList<>();
        long doubled = 1;
        for (int n = 1; n <= doubling.limit(); n++) {
          doubled *= 2;
          offsets.add((doubled - 1) * doubling.unitMillis());
        }
        yield offsets;
      }
    };
  }

  /** Every slot of a message from the first retry to the last. */
  public List<Slot> retriesOf(Message message) {
    List<Slot> slots = new ArrayList<>();
    for (long offset : offsets()) {
      long later = (long) (offset * jitter * message.jitterShare());
      slots.add(new Slot(slots.size() + 1, message.start() + offset + later));
    }
    return slots;
  }

  /**
   * The next slot of a message after a failure recorded at {@code now}: the first slot later than
   * that, moved by a Retry-After but not beyond the last slot. Empty if no slot is left.
   */
  public List<Slot> afterFailure(Message message, Outcome outcome, long now) {
    List<Slot> slots = retriesOf(message);
    long last = slots.getLast().at();
    long earliest = retryAfter(outcome, now).orElse(0);
    return slots.stream()
        .filter(slot -> slot.at() > now)
        .limit(1)
        .map(slot -> new Slot(slot.number(), Math.min(Math.max(slot.at(), earliest), last)))
        .toList();
  }

  /**
   * The next slot of a message after a failed attempt that a user asked for: the one that it waits
   * for, moved by a Retry-After but not beyond the last slot. A due time of an earlier schedule
   * stays.
   */
  Slot keptAfterRetry(Message message, Outcome outcome, long now) {
    long last = retriesOf(message).getLast().at();
    long earliest = retryAfter(outcome, now).orElse(0);
    return new Slot(message.slot(), Math.max(message.due(), Math.min(earliest, last)));
  }

  /** When a held message expires: at its last slot, or the latest that jitter could make of it. */
  public long expiryOf(Message message) {
    long offset = offsets().getLast();
    return message.start() + offset + (long) Math.ceil(offset * jitter);
  }

  /** The time of a Retry-After; empty if the receiver asks for none. */
  public static OptionalLong retryAfter(Outcome outcome, long now) {
    String header = outcome.retryAfter();
    if (header == null || (outcome.status() != 429 && outcome.status() != 503)) {
      return OptionalLong.empty();
    }
    if (header.matches("[0-9]+")) {
      // Twelve digits of seconds are thirty thousand years; more digits mean no more than that.
      return OptionalLong.of(
          now + 1000 * Long.parseLong(header.substring(0, Math.min(12, header.length()))));
    }
    try {
      ZonedDateTime date = ZonedDateTime.parse(header, DateTimeFormatter.RFC_1123_DATE_TIME);
      return OptionalLong.of(date.toInstant().toEpochMilli());
    } catch (DateTimeException e) {
      return OptionalLong.empty();
    }
  }
}
