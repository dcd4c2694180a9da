package io.posthorn.core.shard.protocol;

import io.posthorn.core.message.Outcome;
import java.util.function.Consumer;

/**
 * The port through which a host sends requests to receivers.
 *
 * <ul>
 *   <li>Never blocks and never throws: every failure is an {@link Outcome}.
 *   <li>Reports exactly one outcome for each request, at its deadline at the latest, from any
 *       thread.
 * </ul>
 */
public interface Sender {
  void send(Effect.Send request, Consumer<Outcome> outcome);

  /** Asks a token server for an access token; the same rules hold for the result. */
  void fetchToken(Effect.FetchToken request, Consumer<TokenResult> result);
}
