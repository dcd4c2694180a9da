package io.posthorn.bench.load;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a caller is told to do.
 *
 * @param ports of the servers, which the connections are spread over
 * @param run makes the ids of this run its own
 * @param prefix of the objCodes, which end in three digits
 * @param codes how many there are
 * @param perPost events in a post; more than one go as NDJSON
 * @param textBytes how long the text in each is
 * @param connections calls under way at the same time
 * @param perSecond events in a second; 0 for as many as are answered
 */
public record LoadOrder(
    List<Integer> ports,
    String run,
    String prefix,
    int codes,
    int perPost,
    int textBytes,
    int connections,
    long millis,
    double perSecond) {

  public LoadOrder {
    ports = List.copyOf(ports);
  }

  String line() {
    String all = ports.stream().map(String::valueOf).collect(Collectors.joining(","));
    return "run %s %s %s %d %d %d %d %d %s"
        .formatted(all, run, prefix, codes, perPost, textBytes, connections, millis, perSecond);
  }

  static LoadOrder read(String[] words) {
    return new LoadOrder(
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

  /** The same again, under another name and for another time. */
  public LoadOrder again(String name, long forMillis) {
    return new LoadOrder(
        ports, name, prefix, codes, perPost, textBytes, connections, forMillis, perSecond);
  }

  public LoadOrder at(double eventsPerSecond) {
    return new LoadOrder(
        ports, run, prefix, codes, perPost, textBytes, connections, millis, eventsPerSecond);
  }
}
