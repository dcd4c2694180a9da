package io.posthorn.core.message;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.posthorn.core.event.Event;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.json.OmittedRanges;
import io.posthorn.core.subscription.PayloadVersion;
import io.posthorn.core.subscription.Rendering;
import java.time.Instant;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The body of a message: an event, rendered in the format of its subscription.
 *
 * <ul>
 *   <li>{@code workfront}: always all keys, in the order of the contract; an absent objId or userId
 *       is null.
 *   <li>{@code standard}: type, timestamp and data; data is the new state, for DELETE the old one.
 *   <li>{@code raw}: that state alone.
 *   <li>{@code cloudevents}: CloudEvents 1.0 in structured mode, with that state as data.
 *   <li>{@code slack}: {@code {"text": ...}} with a sentence about an operational event.
 *   <li>A missing state is <code>{}</code>. As Base64 a state is JSON text in every format, so that
 *       the body is always JSON, as its content type says.
 *   <li>The same event gives the same bytes at every attempt.
 * </ul>
 */
public final class MessageBody {
  /** The start of the attribute {@code source} of CloudEvents, unless a setting changes it. */
  public static final String DEFAULT_SOURCE = "/posthorn/";

  private static final JsonSlice EMPTY = JsonSlice.of("{}");

  private final Event event;
  private final Rendering rendering;
  private final String subscriptionId;
  private final String source;
  private final JsonSlice newState;
  private final JsonSlice oldState;
  private final OmittedRanges newCuts;
  private final OmittedRanges oldCuts;

  private MessageBody(Event event, Rendering rendering, String subscriptionId, String source) {
    this.source = source;
    this.event = event;
    this.rendering = rendering;
    this.subscriptionId = subscriptionId;
    this.newState = orEmpty(event.newState());
    this.oldState = orEmpty(event.oldState());
    this.newCuts = cuts(newState);
    this.oldCuts = cuts(oldState);
  }

  /** Renders the body of an event's message to a subscription, with the default source. */
  public static byte[] render(Event event, Rendering rendering, String subscriptionId) {
    return render(event, rendering, subscriptionId, DEFAULT_SOURCE);
  }

  /**
   * Renders the body of an event's message to a subscription.
   *
   * @param source the start of the attribute {@code source} of CloudEvents; the customer follows
   */
  public static byte[] render(
      Event event, Rendering rendering, String subscriptionId, String source) {
    MessageBody body = new MessageBody(event, rendering, subscriptionId, source);
    BodyWriter counter = BodyWriter.counting();
    body.write(counter);
    BodyWriter writer = BodyWriter.writing(counter.size());
    body.write(writer);
    return writer.toBytes();
  }

  private void write(BodyWriter out) {
    switch (rendering.format()) {
      case WORKFRONT -> writeWorkfront(out);
      case STANDARD -> writeStandard(out);
      case RAW -> writeData(out);
      case SLACK -> writeSlack(out);
      case CLOUDEVENTS -> writeCloudEvent(out);
    }
  }

  private void writeWorkfront(BodyWriter out) {
    String version = rendering.version().text();
    Instant time = event.eventTime();
    out.raw(Key.SUBSCRIPTION_ID);
    out.text(subscriptionId);
    out.raw(Key.EVENT_ID);
    out.text(event.id());
    out.raw(Key.EVENT_TYPE);
    out.text(event.eventType());
    out.raw(Key.OBJ_CODE);
    out.text(event.objCode());
    out.raw(Key.OBJ_ID);
    out.text(event.objId());
    out.raw(Key.CUSTOMER_ID);
    out.text(event.customerId());
    out.raw(Key.USER_ID);
    out.text(event.userId());
    out.raw(Key.EPOCH_SECOND);
    out.number(time.getEpochSecond());
    out.raw(Key.NANO);
    out.number(time.getNano());
    out.raw(Key.EVENT_VERSION);
    out.text(version);
    out.raw(Key.SUBSCRIPTION_VERSION);
    out.text(version);
    out.raw(Key.NEW_STATE);
    writeState(out, newState, newCuts);
    out.raw(Key.OLD_STATE);
    writeState(out, oldState, oldCuts);
    out.raw(Key.END);
  }

  private void writeStandard(BodyWriter out) {
    out.raw(Key.TYPE);
    out.ascii(event.objCode());
    out.ascii(".");
    out.ascii(event.eventType());
    out.raw(Key.TIMESTAMP);
    out.ascii(event.eventTime().toString());
    out.raw(Key.DATA);
    writeData(out);
    out.raw(Key.END);
  }

  private void writeCloudEvent(BodyWriter out) {
    out.raw(Key.SPEC_VERSION);
    out.text(event.id());
    out.raw(Key.SOURCE);
    out.text(source + percentEncoded(event.customerId()));
    out.raw(Key.CLOUD_TYPE);
    out.ascii(event.objCode());
    out.ascii(".");
    out.ascii(event.eventType());
    String objId = event.objId();
    if (objId == null || objId.isEmpty()) { // a subject must not be empty
      out.raw(Key.QUOTE);
    } else {
      out.raw(Key.SUBJECT);
      out.text(objId);
    }
    out.raw(Key.TIME);
    out.ascii(event.eventTime().toString());
    out.raw(Key.DATA);
    writeData(out);
    out.raw(Key.END);
  }

  /** The text as one segment of a URI: all but RFC 3986's unreserved characters are escaped. */
  private static String percentEncoded(String text) {
    StringBuilder encoded = new StringBuilder();
    for (byte b : text.getBytes(UTF_8)) {
      char c = (char) (b & 0xFF);
      boolean unreserved =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || "-._~".indexOf(c) >= 0;
      if (unreserved) {
        encoded.append(c);
      } else {
        encoded.append('%').append(HexFormat.of().withUpperCase().toHexDigits(b));
      }
    }
    return encoded.toString();
  }

  private void writeSlack(BodyWriter out) {
    out.raw(Key.TEXT);
    out.text(SlackSentence.of(event));
    out.raw(Key.END);
  }

  private void writeData(BodyWriter out) {
    if (event.eventType().equals(Event.DELETE)) {
      writeState(out, oldState, oldCuts);
    } else {
      writeState(out, newState, newCuts);
    }
  }

  private void writeState(BodyWriter out, JsonSlice state, OmittedRanges cuts) {
    if (rendering.base64()) {
      out.base64(state, cuts);
    } else {
      out.slice(state, cuts);
    }
  }

  private static JsonSlice orEmpty(@Nullable JsonSlice state) {
    return state == null ? EMPTY : state;
  }

  private OmittedRanges cuts(JsonSlice state) {
    return rendering.version() == PayloadVersion.V1
        ? OmittedRanges.ofSingleElementArrays(state)
        : OmittedRanges.NONE;
  }

  /** The bytes between the values. */
  private static final class Key {
    static final byte[] SUBSCRIPTION_ID = "{\"subscriptionId\":".getBytes(US_ASCII);
    static final byte[] EVENT_ID = ",\"eventId\":".getBytes(US_ASCII);
    static final byte[] EVENT_TYPE = ",\"eventType\":".getBytes(US_ASCII);
    static final byte[] OBJ_CODE = ",\"objCode\":".getBytes(US_ASCII);
    static final byte[] OBJ_ID = ",\"objId\":".getBytes(US_ASCII);
    static final byte[] CUSTOMER_ID = ",\"customerId\":".getBytes(US_ASCII);
    static final byte[] USER_ID = ",\"userId\":".getBytes(US_ASCII);
    static final byte[] EPOCH_SECOND = ",\"eventTime\":{\"epochSecond\":".getBytes(US_ASCII);
    static final byte[] NANO = ",\"nano\":".getBytes(US_ASCII);
    static final byte[] EVENT_VERSION = "},\"eventVersion\":".getBytes(US_ASCII);
    static final byte[] SUBSCRIPTION_VERSION = ",\"subscriptionVersion\":".getBytes(US_ASCII);
    static final byte[] NEW_STATE = ",\"newState\":".getBytes(US_ASCII);
    static final byte[] OLD_STATE = ",\"oldState\":".getBytes(US_ASCII);
    static final byte[] TYPE = "{\"type\":\"".getBytes(US_ASCII);
    static final byte[] TIMESTAMP = "\",\"timestamp\":\"".getBytes(US_ASCII);
    static final byte[] DATA = "\",\"data\":".getBytes(US_ASCII);
    static final byte[] SPEC_VERSION = "{\"specversion\":\"1.0\",\"id\":".getBytes(US_ASCII);
    static final byte[] SOURCE = ",\"source\":".getBytes(US_ASCII);
    static final byte[] CLOUD_TYPE = ",\"type\":\"".getBytes(US_ASCII);
    static final byte[] QUOTE = "\"".getBytes(US_ASCII);
    static final byte[] SUBJECT = "\",\"subject\":".getBytes(US_ASCII);
    static final byte[] TIME = ",\"time\":\"".getBytes(US_ASCII);
    static final byte[] TEXT = "{\"text\":".getBytes(US_ASCII);
    static final byte[] END = "}".getBytes(US_ASCII);

    private Key() {}
  }
}
