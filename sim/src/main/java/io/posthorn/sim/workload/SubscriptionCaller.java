package io.posthorn.sim.workload;

import io.posthorn.core.event.Event;
import io.posthorn.core.filter.Connector;
import io.posthorn.core.filter.FilterSet;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.subscription.PayloadFormat;
import io.posthorn.core.subscription.PayloadVersion;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.core.url.TargetUrl;
import io.posthorn.sim.world.World;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A caller who creates, changes and deletes subscriptions. */
final class SubscriptionCaller {
  private static final byte[] SECRET = {1, 2, 3};
  private static final List<String> CODES =
      List.of("PROJ", "TASK", "*", "*", "POSTHORN_ENDPOINT", "POSTHORN_DROPS");
  private static final List<String> TYPES = List.of(Event.UPDATE, Event.CREATE, "*", "*", "*");

  private final World world;
  private final KnownIds known;
  private final RandomGenerator random;

  SubscriptionCaller(World world, KnownIds known, RandomGenerator random) {
    this.world = world;
    this.known = known;
    this.random = random;
  }

  void create(String customerId, String url) {
    String code = CODES.get(random.nextInt(CODES.size()));
    String type = code.startsWith("POSTHORN_") ? "*" : TYPES.get(random.nextInt(TYPES.size()));
    SubscriptionId id = new SubscriptionId(random.nextLong(), random.nextLong());
    Subscription subscription =
        new Subscription(
            id,
            customerId,
            code,
            type,
            random.nextInt(8) == 0 ? "o" + random.nextInt(4) : null,
            TargetUrl.parse(url),
            filters(type),
            PayloadVersion.V2,
            PayloadVersion.V2,
            0,
            format(code, id),
            random.nextInt(8) == 0,
            null,
            null,
            null,
            world.now(),
            world.now(),
            // Not drawn, so that seeds which once found a bug still take much the same course.
            Long.remainderUnsigned(id.high(), 5) < 2);
    world.submit(new Command.CreateSubscription(known.nextRequest(), subscription, SECRET));
  }

  /** Derived from the id and not drawn, for the same reason. */
  private static PayloadFormat format(String code, SubscriptionId id) {
    return code.startsWith("POSTHORN_") && (id.low() & 1) == 0
        ? PayloadFormat.SLACK
        : PayloadFormat.WORKFRONT;
  }

  private FilterSet filters(String type) {
    if (random.nextInt(6) > 0 || type.equals(Event.CREATE)) {
      return FilterSet.none();
    }
    String json =
        "[{\"fieldName\":\"n\",\"fieldValue\":%d,\"comparison\":\"gt\"}]"
            .formatted(random.nextInt(8));
    return FilterSet.compile(JsonSlice.of(json), Connector.AND, type);
  }

  /** Changes the URL or the version of a subscription. */
  void change(String url) {
    Subscription subscription = any();
    if (subscription == null) {
      return;
    }
    boolean move = random.nextInt(3) > 0;
    PayloadVersion version =
        subscription.version() == PayloadVersion.V1 ? PayloadVersion.V2 : PayloadVersion.V1;
    Subscription changed =
        new Subscription(
            subscription.id(),
            subscription.customerId(),
            subscription.objCode(),
            subscription.eventType(),
            subscription.objId(),
            move ? TargetUrl.parse(url) : subscription.url(),
            subscription.filters(),
            move ? subscription.version() : version,
            move ? subscription.previousVersion() : subscription.version(),
            move ? subscription.versionSwitchedAt() : world.now(),
            subscription.format(),
            subscription.base64(),
            null,
            null,
            null,
            subscription.createdAt(),
            world.now(),
            (world.now() % 5 == 0) != subscription.ordered());
    world.submit(
        new Command.ChangeSubscription(
            known.nextRequest(), changed, subscription.modifiedAt(), SECRET));
  }

  void delete() {
    Subscription subscription = any();
    if (subscription != null) {
      world.submit(
          new Command.DeleteSubscription(
              known.nextRequest(), subscription.customerId(), subscription.id()));
    }
  }

  private @Nullable Subscription any() {
    SubscriptionId id = KnownIds.any(known.subscriptions, random);
    return id == null ? null : world.subscriptions().get(id);
  }
}
