package io.posthorn.core.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.directory.AuditEntry;
import io.posthorn.core.directory.Directory;
import io.posthorn.core.event.Event;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.store.Table;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Several shards keep their guarantees under random commands and crashes. Each shard takes its
 * commands in order, with delays that depend on the seed.
 */
class ShardsRandomTest {
  private static final int SHARDS = 4;
  private static final int URLS = 8;
  private static final AuditEntry ENTRY =
      new AuditEntry(1, "who", "from", "a.change", ShardsFixture.CUSTOMER, "target", "");

  private final ShardsFixture shards = new ShardsFixture(SHARDS, ShardFixture.disablingAfter(12));
  private final ShardsLedger ledger = new ShardsLedger(shards);
  private final List<String> urls = new ArrayList<>();

  /** Every form that a subscription ever had: callers may have any of them in mind. */
  private final List<Subscription> forms = new ArrayList<>();

  private final Set<SubscriptionId> deleted = new HashSet<>();
  private final Set<ShardsLedger.EventMatch> promised = new HashSet<>();
  private final Set<String> posted = new HashSet<>();
  private final Map<Long, MessageId> replaying = new TreeMap<>();
  private final List<Long> audited = new ArrayList<>();
  private SplittableRandom random = new SplittableRandom();
  private long lastRequest;
  private int events;

  /** Seeds that once found a bug. */
  private static final long[] FOUND = {
    154, 241, 270, 290, 475, 613, 670, 765, 871, 969, 997, 1036, 1131, 1652, 1860
  };

  /**
   * A few in the ordinary build; {@code -Dposthorn.shards.seeds=1000} for a long run, with {@code
   * -Dposthorn.shards.first=1000} for a single seed.
   */
  static LongStream seeds() {
    long first = Long.getLong("posthorn.shards.first", 1);
    long last = Long.getLong("posthorn.shards.seeds", 10);
    LongStream found = LongStream.of(FOUND).filter(seed -> first == 1 && seed > last);
    return LongStream.concat(LongStream.rangeClosed(first, last), found);
  }

  private void begin(long seed) {
    random = new SplittableRandom(seed);
    for (int i = 0; i < URLS; i++) {
      urls.add(shards.url(i % SHARDS, i));
    }
    for (int i = 0; i < 6; i++) {
      String url = urls.get(random.nextInt(URLS));
      Subscription draft = shards.draft(url, "TASK", i < 4 ? "UPDATE" : "*");
      forms.add(shards.subscribe(draft.withOrdered(i % 2 == 0)));
    }
  }

  private void act(boolean posting) {
    int dice = random.nextInt(100);
    if (dice < 10 && posting) {
      post();
    } else if (dice < 11 && posting) {
      create();
    } else if (dice < 45) {
      shards.take(random.nextInt(SHARDS));
    } else if (dice < 60) {
      shards.turn(random.nextInt(SHARDS));
    } else if (dice < 78) {
      respond();
    } else if (dice < 84) {
      change();
    } else if (dice < 85) {
      delete();
    } else if (dice < 91) {
      message(dice < 88);
    } else if (dice < 93) {
      shards.crash(random.nextInt(SHARDS));
    } else if (dice < 96) {
      hold();
    } else {
      shards.sleep(Duration.ofSeconds(random.nextInt(1, 200)));
    }
    ledger.update();
    noteReplays();
  }

  private void post() {
    // Some are posted again, perhaps after their subscriptions have moved.
    int number = random.nextInt(3) == 0 ? random.nextInt(events + 1) : ++events;
    Event event = shards.event("posted-" + number, "object-" + number % 3);
    if (posted.add(event.id())) {
      shards.directory.match(event).forEach(s -> promised.add(subscription(event, s)));
    }
    // By a node whose directory may be behind.
    shards.publish(event, s -> shards.ownerOf(shards.formerly(s, random.nextInt(4))));
  }

  private static ShardsLedger.EventMatch subscription(Event event, Subscription subscription) {
    return new ShardsLedger.EventMatch(event.id(), subscription.id());
  }

  private void respond() {
    if (!shards.inFlight.isEmpty()) {
      ShardsFixture.Request request = shards.inFlight.get(random.nextInt(shards.inFlight.size()));
      shards.respond(request, Outcome.responded(random.nextInt(3) == 0 ? 200 : 500, 10));
    }
  }

  private void change() {
    Subscription from = forms.get(random.nextInt(forms.size()));
    Subscription present = shards.directory.get(from.id());
    Subscription to = shards.at(present == null ? from : present, anyUrl());
    forms.add(to);
    lastRequest = shards.nextRequest();
    Command change = shards.change(lastRequest, present == null ? from : present, to);
    // To the owner that the caller knows of, who may have it no more.
    shards.execute(shards.ownerOf(from), audit(change));
  }

  private void delete() {
    Subscription from = forms.get(random.nextInt(forms.size()));
    deleted.add(from.id());
    lastRequest = shards.nextRequest();
    Command delete = new Command.DeleteSubscription(lastRequest, ShardsFixture.CUSTOMER, from.id());
    shards.execute(shards.ownerOf(from), audit(delete));
  }

  private void create() {
    Subscription subscription =
        shards.draft(anyUrl(), "TASK", "UPDATE").withOrdered(forms.size() % 2 == 0);
    forms.add(subscription);
    lastRequest = shards.nextRequest();
    Command create = new Command.CreateSubscription(lastRequest, subscription, new byte[] {1});
    shards.execute(shards.ownerOf(subscription), audit(create));
  }

  private Command audit(Command command) {
    if (random.nextBoolean()) {
      return command;
    }
    audited.add(lastRequest);
    return new Command.Audited(command, ENTRY);
  }

  private void message(boolean replay) {
    List<MessageId> known = List.copyOf(ledger.expected().keySet());
    if (!known.isEmpty()) {
      MessageId id = known.get(random.nextInt(known.size()));
      lastRequest = shards.nextRequest();
      Command command =
          replay
              ? new Command.ReplayMessage(lastRequest, ShardsFixture.CUSTOMER, id)
              : new Command.CancelMessage(lastRequest, ShardsFixture.CUSTOMER, id);
      if (replay) {
        replaying.put(lastRequest, id);
      }
      shards.execute(id.event().shard(), audit(command));
    }
  }

  /** A replay opens a new life in the turn of its reply. */
  private void noteReplays() {
    replaying
        .entrySet()
        .removeIf(
            entry -> {
              Reply reply = shards.reply(entry.getKey());
              if (Reply.DONE.equals(reply)) {
                ledger.replays.merge(entry.getValue(), 1, Integer::sum);
              }
              return reply != null;
            });
  }

  private void hold() {
    String url = anyUrl();
    lastRequest = shards.nextRequest();
    int shard = shards.assignment.shardOf(shards.id(url));
    shards.execute(
        shard,
        random.nextInt(3) == 0
            ? new Command.PauseEndpoint(lastRequest, ShardsFixture.CUSTOMER, shards.id(url))
            : new Command.EnableEndpoint(lastRequest, ShardsFixture.CUSTOMER, shards.id(url)));
  }

  private String anyUrl() {
    return urls.get(random.nextInt(URLS));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void nothing_is_lost_and_nothing_happens_twice(long seed) {
    begin(seed);
    for (int i = 0; i < 3_000; i++) {
      act(true);
    }
    heal();

    promised.removeIf(subscription -> deleted.contains(subscription.subscription()));
    ledger.close(promised);
    for (long request = 1; request <= lastRequest; request++) {
      assertThat(shards.reply(request)).as("request %d has a reply", request).isNotNull();
    }
    checkAudit();
  }

  /** No more faults: everything is taken, enabled and delivered until none waits. */
  private void heal() {
    for (int round = 0; round < 40; round++) {
      shards.settle();
      ledger.update();
      noteReplays();
      for (String url : urls) {
        shards.execute(
            shards.assignment.shardOf(shards.id(url)),
            new Command.EnableEndpoint(
                shards.nextRequest(), ShardsFixture.CUSTOMER, shards.id(url)));
      }
      shards.settle();
      while (!shards.inFlight.isEmpty()) {
        shards.succeed();
        ledger.update();
      }
      shards.pass(Duration.ofHours(2));
    }
    shards.settle();
  }

  private void checkAudit() {
    long carriedOut =
        audited.stream()
            .map(shards::reply)
            .filter(reply -> reply != null && !Reply.refuses(reply))
            .count();
    long recorded =
        shards.stores.stream().mapToLong(store -> new Directory(store).audit(99_999).size()).sum();
    assertThat(recorded).isEqualTo(carriedOut);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void a_customer_that_is_erased_in_the_midst_of_moves_leaves_nothing(long seed) {
    begin(seed);
    for (int i = 0; i < 1_000; i++) {
      act(true);
    }
    shards.settle(); // what was posted is taken in: only moves are under way from here on
    for (int shard = 0; shard < SHARDS; shard++) {
      for (int i = 0; i < 60; i++) {
        act(false);
      }
      shards.execute(
          shard, new Command.EraseCustomer(shards.nextRequest(), ShardsFixture.CUSTOMER));
    }
    for (int i = 0; i < 200; i++) {
      shards.take(random.nextInt(SHARDS));
      shards.turn(random.nextInt(SHARDS));
    }
    shards.settle();

    for (int shard = 0; shard < SHARDS; shard++) {
      for (Table table : Table.values()) {
        if (table != Table.META && table != Table.AUDIT) {
          assertThat(ledger.count(shard, table)).as("%s of shard %d", table, shard).isZero();
        }
      }
    }
  }
}
