package io.posthorn.sim.workload;

import java.util.List;
import java.util.SequencedMap;
import java.util.random.RandomGenerator;

/**
 * The customers, and where each of them may want its messages.
 *
 * @param largestBatch the most events that they post together
 */
public record Population(SequencedMap<String, List<String>> urls, int largestBatch) {
  public List<String> customers() {
    return List.copyOf(urls.keySet());
  }

  public List<String> urlsOf(String customer) {
    return urls.getOrDefault(customer, List.of());
  }

  String anyCustomer(RandomGenerator random) {
    return customers().get(random.nextInt(urls.size()));
  }

  String anyUrl(String customer, RandomGenerator random) {
    List<String> all = urlsOf(customer);
    return all.get(random.nextInt(all.size()));
  }
}
