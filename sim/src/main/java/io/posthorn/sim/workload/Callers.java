package io.posthorn.sim.workload;

import io.posthorn.core.event.Event;
import io.posthorn.core.shard.protocol.Arrival;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.subscription.Subscription;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Everybody who uses a host: a platform that posts events, people who manage subscriptions and
 * endpoints. They know nothing but what they are told, and some of them ask again when an answer is
 * lost in a crash.
 */
public final class Callers {
  /** Nobody comes back before all that a customer had is surely gone. */
  private static final long GRACE_AFTER_ERASING = 60_000;

  private final Door door;
  private final Population population;
  private final RandomGenerator random;
  private final Memory memory = new Memory();
  private final EventCaller events;
  private final SubscriptionCaller subscriptions;
  private final OperatorCaller operator;

  public Callers(Door door, Population population, RandomGenerator random) {
    this.door = door;
    this.population = population;
    this.random = random;
    this.events = new EventCaller(door, memory, random, population.largestBatch());
    this.subscriptions = new SubscriptionCaller(door, memory, random);
    this.operator = new OperatorCaller(door, memory, random);
  }

  /** The first subscriptions, so that there is something to do. */
  public void settleIn() {
    for (String customer : population.customers()) {
      for (String url : population.urlsOf(customer)) {
        subscriptions.create(customer, url);
      }
    }
  }

  /** Does one thing, chosen by the seed. */
  public void act() {
    if (!door.open()) {
      return;
    }
    if (!memory.toRepeat.isEmpty()) {
      repeat(memory.toRepeat.removeFirst());
      return;
    }
    String customer = population.anyCustomer(random);
    Long erased = memory.erasedAt.get(customer);
    if (erased != null && door.now() - erased < GRACE_AFTER_ERASING) {
      return;
    }
    int dice = random.nextInt(1_000);
    if (dice < 700) {
      events.post(customer);
    } else if (dice < 820) {
      manageSubscriptions(customer, dice);
    } else {
      operate(customer, dice);
    }
  }

  private void manageSubscriptions(String customer, int dice) {
    if (dice < 750) {
      subscriptions.create(customer, population.anyUrl(customer, random));
    } else if (dice < 790) {
      subscriptions.change(population.anyUrl(customer, random));
    } else {
      subscriptions.delete();
    }
  }

  private void operate(String customer, int dice) {
    if (dice < 850) {
      operator.enable();
    } else if (dice < 860) {
      operator.enableMany(customer);
    } else if (dice < 880) {
      operator.pause();
    } else if (dice < 905) {
      operator.configure();
    } else if (dice < 935) {
      operator.replay();
    } else if (dice < 960) {
      operator.cancel();
    } else if (dice < 975) {
      operator.bulk(customer);
    } else if (dice == 975) {
      operator.trim();
    } else if (dice < 997) {
      operator.redButton(random.nextInt(4) == 0 ? null : customer, random.nextInt(3) == 0);
    } else if (population.customers().size() > 1) {
      memory.erasedAt.put(customer, door.now());
      operator.erase(customer);
    }
  }

  /** Everything that people have stopped goes on. */
  public void resumeEverything() {
    operator.resumeEverything(population.customers());
  }

  /** Somebody made a request. */
  public void asked(long request, Command command) {
    memory.unanswered.put(request, command);
  }

  /** Something came out of the host. */
  public void saw(Effect effect) {
    if (effect instanceof Effect.Answer answer) {
      Command command = memory.unanswered.remove(answer.request());
      if (command != null && answer.reply() instanceof Reply.Done) {
        remember(command);
      }
    } else if (effect instanceof Effect.Send send) {
      memory.messages.add(new Memory.Seen(send.event().customerId(), send.ticket().message()));
    }
  }

  private void remember(Command command) {
    switch (command) {
      case Command.CreateSubscription c -> rememberWish(c.subscription());
      case Command.ChangeSubscription c -> rememberWish(c.subscription());
      case Command.EraseCustomer c -> {
        memory.endpoints.values().removeIf(c.customerId()::equals);
        memory.messages.removeIf(seen -> seen.customerId().equals(c.customerId()));
      }
      default -> {} // nothing new is learned from the rest
    }
  }

  private void rememberWish(Subscription wish) {
    memory.endpoints.put(wish.endpointId(), wish.customerId());
    if (!memory.subscriptions.contains(wish.id())) {
      memory.subscriptions.add(wish.id());
    }
  }

  /** The host died with all the answers it owed; most are asked for again. */
  public void hostDied() {
    for (Command command : memory.unanswered.values()) {
      if (random.nextInt(4) > 0) {
        memory.toRepeat.add(command);
      }
    }
    memory.unanswered.clear();
  }

  private void repeat(Command command) {
    switch (command) {
      case Command.AcceptEvents c -> {
        List<Event> again = c.events().stream().map(Arrival::event).toList();
        events.post(again);
      }
      case Command.CreateSubscription c ->
          door.submit(
              new Command.CreateSubscription(memory.nextRequest(), c.subscription(), c.secret()));
      case Command.DeleteSubscription c ->
          door.submit(
              new Command.DeleteSubscription(
                  memory.nextRequest(), c.customerId(), c.subscription()));
      default -> {} // a person looks first, and then decides anew
    }
  }
}
