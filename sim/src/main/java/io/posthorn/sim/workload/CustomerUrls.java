package io.posthorn.sim.workload;

import java.util.List;
import java.util.SequencedMap;
import java.util.random.RandomGenerator;

/**
 * The customers of a seeded world and the URLs that each may subscribe with.
 *
 * @param largestBatch the most events that a customer posts together
 * @param largestState the most bytes that pad a state
 */
public record CustomerUrls(
    SequencedMap<String, List<String>> urls, int largestBatch, int largestState) {
  public List<String> names() {
    return List.copyOf(urls.keySet());
  }

  public List<String> urlsOf(String customer) {
    return urls.getOrDefault(customer, List.of());
  }

  String anyCustomer(RandomGenerator random) {
    return names().get(random.nextInt(urls.size()));
  }

  String anyUrl(String customer, RandomGenerator random) {
    List<String> all = urlsOf(customer);
    return all.get(random.nextInt(all.size()));
  }
}
