package io.posthorn.sender.guard;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads for lookups that customers share: each customer has a queue of its own, and the queues
 * take turns.
 *
 * <p>Turns alone do not help while lookups hang, because no thread comes free. So a customer may
 * run at most as many lookups as threads are free: one customer takes half of the threads, the next
 * one half of the rest, and a customer that has none gets the next free thread.
 *
 * <p>These are platform threads, because a lookup pins the carrier of a virtual thread.
 */
final class FairThreads implements AutoCloseable {
  /** A lookup that waits for a thread, possibly in the queues of several customers. */
  interface Job {
    /** Returns whether the caller must run it: no other thread does, and a caller still waits. */
    boolean claim();

    void run();

    /** Ends it without a lookup, because there is no thread for it. */
    void reject();

    /** Returns whether it need not wait any longer: it was claimed, or no caller waits for it. */
    boolean isOver(long now);
  }

  private final int count;
  private final ExecutorService threads;
  private final Map<String, Customer> customers = new HashMap<>();

  /** The customers with waiting jobs; the first is next. */
  private final ArrayDeque<Customer> turns = new ArrayDeque<>();

  private int running;

  FairThreads(String name, int count) {
    this.count = count;
    AtomicInteger number = new AtomicInteger();
    this.threads =
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE, // running jobs are counted here
            30,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            task ->
                Thread.ofPlatform()
                    .daemon()
                    .name("posthorn-dns-" + name + "-" + number.incrementAndGet())
                    .unstarted(task));
  }

  /** Runs a job when it is the customer's turn. */
  synchronized void execute(String customerId, Job job) {
    Customer customer = customers.computeIfAbsent(customerId, Customer::new);
    if (customer.waiting.isEmpty()) {
      turns.add(customer);
    }
    customer.waiting.add(job);
    startWhatMay();
  }

  private void startWhatMay() {
    int looks = turns.size();
    while (running < count && looks > 0) {
      Customer customer = turns.removeFirst();
      if (customer.running >= count - running) {
        turns.addLast(customer);
        looks--;
        continue;
      }
      Job job = customer.waiting.removeFirst();
      if (!customer.waiting.isEmpty()) {
        turns.addLast(customer);
      }
      if (job.claim()) {
        customer.running++;
        running++;
        start(customer, job);
      }
      customer.forgetIfIdle();
      looks = turns.size();
    }
  }

  private void start(Customer customer, Job job) {
    try {
      threads.execute(
          () -> {
            try {
              job.run();
            } finally {
              ended(customer);
            }
          });
    } catch (RejectedExecutionException | OutOfMemoryError e) { // closed, or no further thread
      customer.running--;
      running--;
      job.reject();
    }
  }

  private synchronized void ended(Customer customer) {
    customer.running--;
    running--;
    customer.forgetIfIdle();
    if (!threads.isShutdown()) {
      startWhatMay();
    }
  }

  /** Removes jobs that need not wait any longer. */
  synchronized void sweep(long now) {
    if (turns.isEmpty()) {
      return;
    }
    for (Customer customer : new ArrayList<>(turns)) {
      customer.waiting.removeIf(job -> job.isOver(now));
      if (customer.waiting.isEmpty()) {
        turns.remove(customer);
        customer.forgetIfIdle();
      }
    }
  }

  synchronized int waiting() {
    return turns.stream().mapToInt(customer -> customer.waiting.size()).sum();
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }

  /** A customer with running or waiting jobs. */
  private final class Customer {
    final String id;
    final ArrayDeque<Job> waiting = new ArrayDeque<>();
    int running;

    Customer(String id) {
      this.id = id;
    }

    void forgetIfIdle() {
      if (running == 0 && waiting.isEmpty()) {
        customers.remove(id, this);
      }
    }
  }
}
