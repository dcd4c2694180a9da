package io.posthorn.sim.workload;

import io.posthorn.core.event.Event;
import io.posthorn.core.retry.RetryPolicy;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.MatchedEvent;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.sim.world.CommandRequests;
import io.posthorn.sim.world.TurnRecord;
import io.posthorn.sim.world.World;
import io.posthorn.sim.world.WorldListener;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The callers of a seeded world: a platform that posts events, and users who manage subscriptions
 * and endpoints. They know only what replies contain, and some of them repeat a request whose reply
 * is lost in a crash.
 */
public final class SimulatedCallers implements WorldListener {
  /** By then everything of an erased customer is certainly gone, and it may be used again. */
  private static final long GRACE_AFTER_ERASING = 60_000;

  private final World world;
  private final CustomerUrls customers;
  private final RandomGenerator random;
  private final KnownIds known = new KnownIds();
  private final EventCaller events;
  private final SubscriptionCaller subscriptions;
  private final OperatorCaller operator;

  /**
   * Creates the callers.
   *
   * @param general the general retry policy, which bounds the policies of endpoints
   */
  public SimulatedCallers(
      World world, CustomerUrls customers, RandomGenerator random, RetryPolicy general) {
    this.world = world;
    this.customers = customers;
    this.random = random;
    this.events = new EventCaller(world, known, random, customers);
    this.subscriptions = new SubscriptionCaller(world, known, random);
    this.operator = new OperatorCaller(world, known, random, general);
  }

  /** Creates a first subscription for each URL. */
  public void createSubscriptions() {
    for (String customer : customers.names()) {
      for (String url : customers.urlsOf(customer)) {
        subscriptions.create(customer, url);
      }
    }
  }

  /** Makes one request, chosen at random. */
  public void act() {
    if (!world.up()) {
      return;
    }
    if (!known.toRepeat.isEmpty()) {
      repeat(known.toRepeat.removeFirst());
      return;
    }
    String customer = customers.anyCustomer(random);
    Long erased = known.erasedAt.get(customer);
    if (erased != null && world.now() - erased < GRACE_AFTER_ERASING) {
      return;
    }
    int dice = random.nextInt(1_060);
    if (dice >= 1_000) {
      retryOrCrowd(customer, dice);
    } else if (dice < 700) {
      events.post(customer);
    } else if (dice < 820) {
      manageSubscriptions(customer, dice);
    } else {
      operate(customer, dice);
    }
  }

  private void retryOrCrowd(String customer, int dice) {
    if (dice < 1_045) {
      operator.retry();
    } else if (dice < 1_055) {
      operator.bulkRetry(customer);
    } else {
      events.postUnmatched(customer);
    }
  }

  private void manageSubscriptions(String customer, int dice) {
    if (dice < 750) {
      subscriptions.create(customer, customers.anyUrl(customer, random));
    } else if (dice < 790) {
      subscriptions.change(customers.anyUrl(customer, random));
    } else {
      subscriptions.delete();
    }
  }

  private void operate(String customer, int dice) {
    if (dice < 838) {
      operator.enable();
    } else if (dice < 850) {
      operator.resume();
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
      operator.removeEarly();
    } else if (dice < 997) {
      operator.deliveryPaused(random.nextInt(4) == 0 ? null : customer, random.nextInt(3) == 0);
    } else if (customers.names().size() > 1) {
      known.erasedAt.put(customer, world.now());
      operator.erase(customer);
    }
  }

  /** Ends all pauses, and enables all endpoints. */
  public void resumeEverything() {
    operator.resumeEverything(customers.names());
  }

  @Override
  public void submitted(Command command) {
    known.awaitingReply.put(CommandRequests.number(command), command);
  }

  @Override
  public void released(TurnRecord turn, Effect effect) {
    if (effect instanceof Effect.SendReply reply) {
      Command command = known.awaitingReply.remove(reply.request());
      if (command != null && reply.reply() instanceof Reply.Done) {
        remember(command);
      }
    } else if (effect instanceof Effect.Send send) {
      known.messages.add(new KnownIds.Seen(send.event().customerId(), send.ticket().message()));
    }
  }

  private void remember(Command command) {
    switch (command) {
      case Command.CreateSubscription c -> rememberSubscription(c.subscription());
      case Command.ChangeSubscription c -> rememberSubscription(c.subscription());
      case Command.EraseCustomer c -> {
        known.endpoints.values().removeIf(c.customerId()::equals);
        known.messages.removeIf(seen -> seen.customerId().equals(c.customerId()));
      }
      default -> {} // the other replies contain nothing new
    }
  }

  private void rememberSubscription(Subscription subscription) {
    known.endpoints.put(subscription.endpointId(), subscription.customerId());
    if (!known.subscriptions.contains(subscription.id())) {
      known.subscriptions.add(subscription.id());
    }
  }

  /** Most of the requests without a reply are repeated. */
  @Override
  public void crashed(long survivingCommit) {
    for (Command command : known.awaitingReply.values()) {
      if (random.nextInt(4) > 0) {
        known.toRepeat.add(command);
      }
    }
    known.awaitingReply.clear();
  }

  private void repeat(Command command) {
    switch (command) {
      case Command.AcceptEvents c -> {
        List<Event> again = c.events().stream().map(MatchedEvent::event).toList();
        events.post(again);
      }
      case Command.CreateSubscription c ->
          world.submit(
              new Command.CreateSubscription(known.nextRequest(), c.subscription(), c.secret()));
      case Command.DeleteSubscription c ->
          world.submit(
              new Command.DeleteSubscription(
                  known.nextRequest(), c.customerId(), c.subscription()));
      default -> {} // a user looks first and then decides again
    }
  }
}
