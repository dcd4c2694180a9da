package io.posthorn.server.api.subscription;

import io.posthorn.core.event.Event;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.message.MessageBody;
import io.posthorn.core.subscription.Rendering;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.server.api.common.NewIds;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/** The sample event of a test request: it has the subscription's codes and ignores its filters. */
final class SampleEvent {
  private static final String OBJ_CODE = "SAMPLE";
  private static final String OBJ_ID = "sample";
  private static final JsonSlice OLD = JsonSlice.of("{\"ID\":\"sample\",\"name\":\"Before\"}");
  private static final JsonSlice NEW = JsonSlice.of("{\"ID\":\"sample\",\"name\":\"A sample\"}");

  private final Clock clock;
  private final NewIds ids;
  private final String cloudEventsSource;

  SampleEvent(Clock clock, String cloudEventsSource) {
    this.clock = clock;
    this.cloudEventsSource = cloudEventsSource;
    this.ids = new NewIds(clock);
  }

  /** Returns the body of the sample in the subscription's format. */
  byte[] bodyFor(Subscription subscription) {
    Rendering rendering =
        new Rendering(subscription.version(), subscription.format(), subscription.base64());
    return MessageBody.render(
        event(subscription), rendering, subscription.id().toString(), cloudEventsSource);
  }

  private Event event(Subscription subscription) {
    String type = orElse(subscription.eventType(), Event.UPDATE);
    @Nullable String objId = subscription.objId();
    return new Event(
        subscription.customerId(),
        ids.event(),
        orElse(subscription.objCode(), OBJ_CODE),
        type,
        objId == null ? OBJ_ID : objId,
        clock.instant(),
        null,
        type.equals(Event.DELETE) ? null : NEW,
        type.equals(Event.CREATE) ? null : OLD,
        null);
  }

  private static String orElse(String code, String where) {
    return code.equals(Subscription.ANY) ? where : code;
  }
}
