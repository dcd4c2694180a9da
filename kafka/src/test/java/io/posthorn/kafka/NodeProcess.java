package io.posthorn.kafka;

import io.posthorn.embedded.EffectListener;
import io.posthorn.embedded.TimeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A node as a process of its own, to be killed. */
public final class NodeProcess {
  private NodeProcess() {}

  /** Runs until it is killed. */
  public static void main(String[] arguments) throws InterruptedException {
    KafkaSettings settings = Ordeal.settings(arguments[0], Path.of(arguments[1]), arguments[2]);
    KafkaEngine engine =
        KafkaEngine.start(
            settings,
            Ordeal.RULES,
            new KafkaEngine.Surroundings(
                new LoopbackSender(arguments[3]),
                EffectListener.NONE,
                TimeSource.SYSTEM,
                new DirectPeers()));
    engine.ended().join();
  }

  /** A process on a broker, that sends to a receiver. */
  static Process start(String brokers, Path directory, String address, String receiver)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED"));
    String logging = System.getProperty("java.util.logging.config.file");
    if (logging != null) {
      command.add("-Djava.util.logging.config.file=" + logging);
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(NodeProcess.class.getName());
    command.addAll(List.of(brokers, directory.toString(), address, receiver));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.INHERIT)
        .start();
  }
}
