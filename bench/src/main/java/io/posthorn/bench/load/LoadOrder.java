package io.posthorn.bench.load;

/**
 * What a caller is told to do.
 *
 * @param run makes the ids of this run its own
 * @param prefix of the objCodes, which end in three digits
 * @param codes how many there are
 * @param perPost events in a post; more than one go as NDJSON
 * @param textBytes how long the text in each is
 * @param connections calls under way at the same time
 * @param perSecond events in a second; 0 for as many as are answered
 */
public record LoadOrder(
    int port,
    String run,
    String prefix,
    int codes,
    int perPost,
    int textBytes,
    int connections,
    long millis,
    double perSecond) {

  String line() {
    return "run %d %s %s %d %d %d %d %d %s"
        .formatted(port, run, prefix, codes, perPost, textBytes, connections, millis, perSecond);
  }

  static LoadOrder read(String[] words) {
    return new LoadOrder(
        Integer.parseInt(words[1]),
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
        port, name, prefix, codes, perPost, textBytes, connections, forMillis, perSecond);
  }

  public LoadOrder at(double eventsPerSecond) {
    return new LoadOrder(
        port, run, prefix, codes, perPost, textBytes, connections, millis, eventsPerSecond);
  }
}
