package io.posthorn.bench.load;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The load to generate.
 *
 * @param ports the servers' ports, over which the connections are spread
 * @param run the run's name, which prefixes event ids
 * @param prefix the prefix of the object codes, which end in three digits
 * @param codes the number of object codes
 * @param perPost events per post; more than one are sent as NDJSON
 * @param textBytes the length of each event's text
 * @param connections concurrent posts
 * @param perSecond events per second; 0 for a closed loop
 */
public record LoadSpec(
    List<Integer> ports,
    String run,
    String prefix,
    int codes,
    int perPost,
    int textBytes,
    int connections,
    long millis,
    double perSecond) {

  public LoadSpec {
    ports = List.copyOf(ports);
  }

  String line() {
    String all = ports.stream().map(String::valueOf).collect(Collectors.joining(","));
    return "run %s %s %s %d %d %d %d %d %s"
        .formatted(all, run, prefix, codes, perPost, textBytes, connections, millis, perSecond);
  }

  static LoadSpec read(String[] words) {
    return new LoadSpec(
        Arrays.stream(words[1].split(",", -1)).map(Integer::valueOf).toList(),
        words[2],
        words[3],
        Integer.parseInt(words[4]),
        Integer.parseInt(words[5]),
        Integer.parseInt(words[6]),
        Integer.parseInt(words[7]),
        Long.parseLong(words[8]),
        Double.parseDouble(words[9]));
  }

  /** The same load with another run name and duration. */
  public LoadSpec again(String name, long forMillis) {
    return new LoadSpec(
        ports, name, prefix, codes, perPost, textBytes, connections, forMillis, perSecond);
  }

  public LoadSpec at(double eventsPerSecond) {
    return new LoadSpec(
        ports, run, prefix, codes, perPost, textBytes, connections, millis, eventsPerSecond);
  }
}
