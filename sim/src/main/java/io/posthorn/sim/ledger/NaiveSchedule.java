package io.posthorn.sim.ledger;

import io.posthorn.core.message.Message;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.retry.RetrySchedule;
import java.time.DateTimeException;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The schedule a second time: all slots of a message written out, and the first later one taken.
 */
public final class NaiveSchedule {
  /** A slot and the moment it stands for. */
  public record Slot(int number, long at) {}

  private final RetrySchedule numbers;

  public NaiveSchedule(RetrySchedule numbers) {
    this.numbers = numbers;
  }

  /** Every slot of a message from the first retry to the last. */
  public List<Slot> retriesOf(Message message) {
    List<Slot> slots = new ArrayList<>();
    long doubled = 1;
    for (int n = 1; n <= numbers.limit(); n++) {
      doubled *= 2;
      long offset = (doubled - 1) * numbers.unitMillis();
      long later = (long) (offset * numbers.jitter() * message.jitterShare());
      slots.add(new Slot(n, message.start() + offset + later));
    }
    return slots;
  }

  /**
   * What is left for a message after a failure recorded at {@code now}: the first slot later than
   * that, moved by the receiver's wish but not beyond the last slot. Empty if no slot is left.
   */
  public List<Slot> afterFailure(Message message, Outcome outcome, long now) {
    List<Slot> slots = retriesOf(message);
    long last = slots.getLast().at();
    long wish = patience(outcome, now).orElse(0);
    return slots.stream()
        .filter(slot -> slot.at() > now)
        .limit(1)
        .map(slot -> new Slot(slot.number(), Math.min(Math.max(slot.at(), wish), last)))
        .toList();
  }

  /** When a held message expires: at its last slot, or the latest that jitter could make of it. */
  public long expiryOf(Message message) {
    long offset = ((1L << numbers.limit()) - 1) * numbers.unitMillis();
    return message.start() + offset + (long) Math.ceil(offset * numbers.jitter());
  }

  /** The moment that a receiver asks to be left alone until; nothing where it does not. */
  public static OptionalLong patience(Outcome outcome, long now) {
    String wish = outcome.retryAfter();
    if (wish == null || (outcome.status() != 429 && outcome.status() != 503)) {
      return OptionalLong.empty();
    }
    if (wish.matches("[0-9]+")) {
      // Twelve digits of seconds are some thirty thousand years: more means no more.
      return OptionalLong.of(
          now + 1000 * Long.parseLong(wish.substring(0, Math.min(12, wish.length()))));
    }
    try {
      ZonedDateTime date = ZonedDateTime.parse(wish, DateTimeFormatter.RFC_1123_DATE_TIME);
      return OptionalLong.of(date.toInstant().toEpochMilli());
    } catch (DateTimeException e) {
      return OptionalLong.empty();
    }
  }
}
