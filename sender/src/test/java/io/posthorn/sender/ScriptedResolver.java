package io.posthorn.sender;

import io.posthorn.sender.guard.Resolver;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A resolver with scripted results: one after the other, the last one repeatedly; or it hangs. */
public final class ScriptedResolver implements Resolver {
  private final Map<String, ArrayDeque<List<InetAddress>>> responses = new ConcurrentHashMap<>();
  private final CountDownLatch released = new CountDownLatch(1);
  private final AtomicInteger hanging = new AtomicInteger();

  public ScriptedResolver resolves(String host, String... addresses) {
    List<InetAddress> response = new ArrayList<>();
    for (String address : addresses) {
      response.add(InetAddress.ofLiteral(address));
    }
    responses.computeIfAbsent(host, h -> new ArrayDeque<>()).add(response);
    return this;
  }

  /** The number of lookups that hang now. */
  int hanging() {
    return hanging.get();
  }

  void release() {
    released.countDown();
  }

  @Override
  public List<InetAddress> resolve(String host) throws UnknownHostException {
    if (host.startsWith("hanging")) {
      hang();
    }
    ArrayDeque<List<InetAddress>> left = responses.get(host);
    if (left == null) {
      throw new UnknownHostException(host);
    }
    synchronized (left) {
      return left.size() > 1 ? left.removeFirst() : left.getFirst();
    }
  }

  private void hang() {
    hanging.incrementAndGet();
    try {
      released.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    hanging.decrementAndGet();
  }
}
