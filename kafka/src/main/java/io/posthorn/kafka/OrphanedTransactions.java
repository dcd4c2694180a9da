package io.posthorn.kafka;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.KafkaFuture;
import org.jspecify.annotations.Nullable;

/**
 * The open transactions of nodes that left the group without ending them, such as killed ones; this
 * class ends them. The next owner of a shard can read its state only then; the brokers would end
 * them after {@code transaction.timeout.ms}.
 *
 * <p>Kafka Streams names transactions and group members alike: {@code application-process-1} and
 * {@code application-process-StreamThread-1-consumer}. A process begins a transaction only while it
 * is a member. The member whose name sorts first does the work, so all nodes agree on it without a
 * further election.
 */
final class OrphanedTransactions {
  private static final Logger LOG = System.getLogger(OrphanedTransactions.class.getName());
  private static final long TIMEOUT_SECONDS = 5;

  /** States in which the brokers know all members. */
  private static final Set<GroupState> KNOWN =
      Set.of(GroupState.STABLE, GroupState.PREPARING_REBALANCE, GroupState.COMPLETING_REBALANCE);

  private final Admin admin;
  private final String application;
  private final TransactionalIds ids;
  private final Supplier<@Nullable String> self;

  /**
   * Watches the group of an application.
   *
   * @param self the client id of one of this node's members, or null while there is none
   */
  OrphanedTransactions(Admin admin, String application, Supplier<@Nullable String> self) {
    this.admin = admin;
    this.application = application;
    ids = new TransactionalIds(application);
    this.self = self;
  }

  /** Runs one round. Errors of the brokers are ignored: the next round repeats it. */
  void run() {
    try {
      String mine = self.get();
      if (mine == null || !first(mine, members())) {
        return;
      }
      List<String> open = open();
      // Asked again, because a node may have joined and begun a transaction meanwhile.
      Collection<String> members = open.isEmpty() ? List.of() : members();
      if (!members.isEmpty()) {
        open.removeIf(id -> isOf(members, id));
        end(open);
      }
    } catch (ExecutionException | TimeoutException e) {
      LOG.log(Level.DEBUG, "Cannot look for orphaned transactions now", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean first(String mine, Collection<String> members) {
    return members.contains(mine)
        && members.stream()
            .min(String::compareTo)
            .filter(one -> sameProcess(one, mine))
            .isPresent();
  }

  private static boolean sameProcess(String one, String other) {
    int end = one.indexOf("-StreamThread-");
    return end > 0 && other.startsWith(one.substring(0, end) + "-");
  }

  /** The client ids of the members; none if they are not known now. */
  private Collection<String> members()
      throws ExecutionException, InterruptedException, TimeoutException {
    ConsumerGroupDescription group =
        Objects.requireNonNull(
            get(admin.describeConsumerGroups(List.of(application)).all()).get(application));
    return KNOWN.contains(group.groupState())
        ? group.members().stream().map(MemberDescription::clientId).toList()
        : List.of();
  }

  private List<String> open() throws ExecutionException, InterruptedException, TimeoutException {
    List<String> open = new ArrayList<>();
    var ongoing = new ListTransactionsOptions().filterStates(Set.of(TransactionState.ONGOING));
    for (TransactionListing one : get(admin.listTransactions(ongoing).all())) {
      if (ids.contains(one.transactionalId())) {
        open.add(one.transactionalId());
      }
    }
    return open;
  }

  private static boolean isOf(Collection<String> members, String transactionalId) {
    String process = transactionalId.substring(0, transactionalId.lastIndexOf('-') + 1);
    return members.stream().anyMatch(member -> member.startsWith(process));
  }

  private void end(List<String> orphaned)
      throws ExecutionException, InterruptedException, TimeoutException {
    if (!orphaned.isEmpty()) {
      get(admin.fenceProducers(orphaned).all());
      LOG.log(Level.INFO, "Ended the transactions of nodes that have left: " + orphaned);
    }
  }

  private static <T> T get(KafkaFuture<T> reply)
      throws ExecutionException, InterruptedException, TimeoutException {
    return reply.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
  }
}
