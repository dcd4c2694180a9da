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
import io.posthorn.core.subscription.TargetUrl;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Somebody who creates, changes and deletes subscriptions. */
final class SubscriptionCaller {
  private static final byte[] SECRET = {1, 2, 3};
  private static final List<String> CODES =
      List.of("PROJ", "TASK", "*", "*", "POSTHORN_ENDPOINT", "POSTHORN_DROPS");
  private static final List<String> TYPES = List.of(Event.UPDATE, Event.CREATE, "*", "*", "*");

  private final Door door;
  private final Memory memory;
  private final RandomGenerator random;

  SubscriptionCaller(Door door, Memory memory, RandomGenerator random) {
    this.door = door;
    this.memory = memory;
    this.random = random;
  }

  void create(String customerId, String url) {
    String code = CODES.get(random.nextInt(CODES.size()));
    String type = code.startsWith("POSTHORN_") ? "*" : TYPES.get(random.nextInt(TYPES.size()));
    Subscription wish =
        new Subscription(
            new SubscriptionId(random.nextLong(), random.nextLong()),
            customerId,
            code,
            type,
            random.nextInt(8) == 0 ? "o" + random.nextInt(4) : null,
            TargetUrl.parse(url),
            filters(type),
            PayloadVersion.V2,
            PayloadVersion.V2,
            0,
            PayloadFormat.WORKFRONT,
            random.nextInt(8) == 0,
            null,
            null,
            null,
            door.now(),
            door.now());
    door.submit(new Command.CreateSubscription(memory.nextRequest(), wish, SECRET));
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

  /** Another URL, or another version. */
  void change(String url) {
    Subscription wish = any();
    if (wish == null) {
      return;
    }
    boolean move = random.nextInt(3) > 0;
    PayloadVersion version =
        wish.version() == PayloadVersion.V1 ? PayloadVersion.V2 : PayloadVersion.V1;
    Subscription changed =
        new Subscription(
            wish.id(),
            wish.customerId(),
            wish.objCode(),
            wish.eventType(),
            wish.objId(),
            move ? TargetUrl.parse(url) : wish.url(),
            wish.filters(),
            move ? wish.version() : version,
            move ? wish.previousVersion() : wish.version(),
            move ? wish.versionSwitchedAt() : door.now(),
            wish.format(),
            wish.base64(),
            null,
            null,
            null,
            wish.createdAt(),
            door.now());
    door.submit(
        new Command.ChangeSubscription(memory.nextRequest(), changed, wish.modifiedAt(), SECRET));
  }

  void delete() {
    Subscription wish = any();
    if (wish != null) {
      door.submit(
          new Command.DeleteSubscription(memory.nextRequest(), wish.customerId(), wish.id()));
    }
  }

  private @Nullable Subscription any() {
    SubscriptionId id = Memory.any(memory.subscriptions, random);
    return id == null ? null : door.subscriptions().get(id);
  }
}
