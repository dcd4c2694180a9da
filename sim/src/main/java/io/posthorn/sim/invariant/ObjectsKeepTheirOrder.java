package io.posthorn.sim.invariant;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.OrderingKey;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.sim.check.Invariant;
import io.posthorn.sim.check.StoreReader;
import io.posthorn.sim.model.ExpectedMessage;
import io.posthorn.sim.model.OrderModel;
import io.posthorn.sim.model.ReferenceModel;
import io.posthorn.sim.world.TurnRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The invariant that one ordered message of an object at a time is its head, and each becomes the
 * head.
 */
public final class ObjectsKeepTheirOrder implements Invariant {
  /** Checking all waiting messages takes long: the more there are, the less often it is done. */
  private static final int MESSAGES_PER_TURN = 16;

  /** The sequences that were sent, which are constant. */
  private final Map<MessageId, String> sequences = new HashMap<>();

  private int turns;

  private record Key(EndpointId endpoint, OrderingKey object) {}

  @Override
  public String contract() {
    return "Of an object's ordered messages at an endpoint one at a time is attempted, and only"
        + " when every earlier one has ended, over moves too; when nothing is left to do only"
        + " the first one is the head.";
  }

  @Override
  public void onSend(ReferenceModel model, Effect.Send send, long now) {
    ExpectedMessage known = model.messages().get(send.ticket().message());
    if (known == null) {
      return; // OneIdForLife reports it
    }
    Message message = known.message();
    if ((message.order() == null) != (send.sequence() == null)) {
      throw broken("%s was sent with the sequence %s".formatted(message.id(), send.sequence()));
    }
    if (send.sequence() == null) {
      return;
    }
    String before = sequences.putIfAbsent(message.id(), send.sequence());
    if (before != null && !before.equals(send.sequence())) {
      throw broken(
          "%s has the sequences %s and %s".formatted(message.id(), before, send.sequence()));
    }
    for (ExpectedMessage other : model.waiting()) {
      if (!other.id().equals(message.id()) && comparable(model, message, other.message())) {
        check(model, message, other.message());
      }
    }
  }

  /** Returns whether the order of two messages is promised, wherever they wait. */
  private static boolean comparable(ReferenceModel model, Message one, Message other) {
    if (!OrderModel.sameObject(one, other)) {
      return false;
    }
    return one.subscription().equals(other.subscription())
        || (OrderModel.sameKey(one, other)
            && !model.order().hasMoved(one.id())
            && !model.order().hasMoved(other.id()));
  }

  private void check(ReferenceModel model, Message message, Message other) {
    if (model.inFlight().has(other.id())) {
      throw broken("%s was sent while %s is in flight".formatted(message.id(), other.id()));
    }
    if (model.order().number(other.id()) < model.order().number(message.id())) {
      throw broken("%s was sent before %s has ended".formatted(message.id(), other.id()));
    }
  }

  @Override
  public void onTurnEnd(ReferenceModel model, TurnRecord turn, StoreReader store) {
    if (!turn.idle() || ++turns <= model.waitingCount() / MESSAGES_PER_TURN) {
      return;
    }
    turns = 0;
    Map<Key, List<Message>> keys = new HashMap<>();
    for (ExpectedMessage known : model.waiting()) {
      Message message = known.message();
      if (message.order() != null && !model.erased().has(known.customerId())) {
        keys.computeIfAbsent(
                new Key(message.endpoint(), message.order().key()), k -> new ArrayList<>())
            .add(message);
      }
    }
    keys.values().forEach(messages -> checkHead(model, messages));
  }

  private void checkHead(ReferenceModel model, List<Message> messages) {
    List<Message> heads = messages.stream().filter(message -> !message.isBehind()).toList();
    boolean moved = messages.stream().anyMatch(message -> model.order().hasMoved(message.id()));
    if (heads.size() > 1 && !moved) {
      throw broken(
          "%s and %s are heads at once".formatted(heads.getFirst().id(), heads.getLast().id()));
    }
    Message first = first(model, messages);
    if (first == null || inFlightElsewhere(model, messages)) {
      return; // they wait until a move has ended
    }
    if (heads.isEmpty() && earlierInFlightHere(model, first)) {
      return; // that one has moved, but its request to this endpoint has not ended yet
    }
    if (heads.isEmpty()) {
      throw broken("%s waits, and none is before it".formatted(first.id()));
    }
    if (!moved && !heads.getFirst().id().equals(first.id())) {
      throw broken("%s is the head before %s".formatted(heads.getFirst().id(), first.id()));
    }
  }

  /** Returns whether a subscription of these messages has one in flight to an earlier URL. */
  private static boolean inFlightElsewhere(ReferenceModel model, List<Message> messages) {
    EndpointId here = messages.getFirst().endpoint();
    return model.inFlight().all().stream()
        .filter(request -> !request.ticket().endpoint().equals(here))
        .map(request -> model.messages().get(request.ticket().message()))
        .anyMatch(
            flying ->
                flying != null
                    && model.order().hasMoved(flying.id())
                    && messages.stream()
                        .anyMatch(m -> m.subscription().equals(flying.message().subscription())));
  }

  private static boolean earlierInFlightHere(ReferenceModel model, Message first) {
    return model.inFlight().all().stream()
        .filter(request -> request.ticket().endpoint().equals(first.endpoint()))
        .map(request -> model.messages().get(request.ticket().message()))
        .anyMatch(
            flying ->
                flying != null
                    && OrderModel.sameObject(flying.message(), first)
                    && model.order().number(flying.id()) < model.order().number(first.id()));
  }

  private static @Nullable Message first(ReferenceModel model, List<Message> messages) {
    Message first = null;
    for (Message message : messages) {
      if (first == null || model.order().number(message.id()) < model.order().number(first.id())) {
        first = message;
      }
    }
    return first;
  }
}
