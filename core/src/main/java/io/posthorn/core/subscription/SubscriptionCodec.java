package io.posthorn.core.subscription;

import io.posthorn.core.filter.Connector;
import io.posthorn.core.filter.FilterSet;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.url.TargetUrl;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The stored form of subscriptions. Filters are stored as canonical JSON and compiled again when
 * they are read.
 */
public final class SubscriptionCodec {
  /** The first byte of every record; a record in another format is rejected. */
  private static final int FORM = 1;

  /** The first byte of a subscription whose messages are ordered; the rest is the same. */
  private static final int ORDERED = 2;

  private static final String NO_FILTERS = FilterSet.none().canonical();

  private SubscriptionCodec() {}

  public static byte[] encode(Subscription subscription) {
    FilterSet filters = subscription.filters();
    return new ByteWriter(256)
        .u8(subscription.ordered() ? ORDERED : FORM)
        .u64(subscription.id().high())
        .u64(subscription.id().low())
        .text(subscription.customerId())
        .text(subscription.objCode())
        .text(subscription.eventType())
        .maybeText(subscription.objId())
        .text(subscription.url().text())
        .text(filters.canonical())
        .u8(number(filters.connector()))
        .u8(rendering(subscription, subscription.version()).encode())
        .u8(rendering(subscription, subscription.previousVersion()).encode())
        .u64(subscription.versionSwitchedAt())
        .maybeBlob(subscription.authToken())
        .maybeText(subscription.authTokenHint())
        .maybeText(subscription.description())
        .u64(subscription.createdAt())
        .u64(subscription.modifiedAt())
        .toBytes();
  }

  public static Subscription decode(byte[] bytes) {
    return decode(bytes, TargetUrl::new, String::intern);
  }

  /**
   * Decodes with URLs from elsewhere: a start reads as many as there are endpoints.
   *
   * @param shared keeps a text once that many subscriptions share
   */
  public static Subscription decode(
      byte[] bytes, Function<String, TargetUrl> urls, UnaryOperator<String> shared) {
    ByteReader in = new ByteReader(bytes);
    int form = in.u8();
    if (form != FORM && form != ORDERED) {
      throw new IllegalStateException(
          "A stored subscription has format "
              + form
              + ", which this version of Posthorn cannot read; start the version that wrote it.");
    }
    SubscriptionId id = new SubscriptionId(in.u64(), in.u64());
    String customerId = in.text();
    String objCode = in.text();
    String eventType = in.text();
    String objId = in.maybeText();
    TargetUrl url = urls.apply(in.text());
    String canonical = in.text();
    Connector connector = connector(in.u8());
    Rendering current = Rendering.decode(in.u8());
    Rendering previous = Rendering.decode(in.u8());
    return new Subscription(
        id,
        shared.apply(customerId),
        shared.apply(objCode),
        shared.apply(eventType),
        objId,
        url,
        filters(canonical, connector, eventType),
        current.version(),
        previous.version(),
        in.u64(),
        current.format(),
        current.base64(),
        in.maybeBlob(),
        in.maybeText(),
        in.maybeText(),
        in.u64(),
        in.u64(),
        form == ORDERED);
  }

  /** Many subscriptions have no filters, and a start reads all of them. */
  private static FilterSet filters(String canonical, Connector connector, String eventType) {
    return canonical.equals(NO_FILTERS) && connector == FilterSet.none().connector()
        ? FilterSet.none()
        : FilterSet.compile(JsonSlice.of(canonical), connector, eventType);
  }

  private static Rendering rendering(Subscription subscription, PayloadVersion version) {
    return new Rendering(version, subscription.format(), subscription.base64());
  }

  /** Stored and never reused. */
  private static int number(Connector connector) {
    return switch (connector) {
      case AND -> 1;
      case OR -> 2;
    };
  }

  private static Connector connector(int number) {
    return switch (number) {
      case 1 -> Connector.AND;
      case 2 -> Connector.OR;
      default -> throw new IllegalStateException("damaged record: connector " + number);
    };
  }
}
