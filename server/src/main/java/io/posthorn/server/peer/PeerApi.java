package io.posthorn.server.peer;

import io.posthorn.kafka.read.Page;
import io.posthorn.kafka.read.Range;
import io.posthorn.kafka.read.ShardUnreachableException;
import io.posthorn.server.http.Access;
import io.posthorn.server.http.Answer;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.Problem;
import io.posthorn.server.http.Route;
import io.posthorn.server.wire.Wire;
import java.util.Base64;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * {@code /internal/v1/shards}: lets other nodes read the shards that are here. To everybody else
 * there is nothing at this address.
 */
public final class PeerApi {
  /** No key of a store is as long. */
  private static final int LONGEST_KEY = 1_024;

  private final PeerSeal seal;
  private final OwnShards shards;

  public PeerApi(PeerSeal seal, OwnShards shards) {
    this.seal = seal;
    this.shards = shards;
  }

  public List<Route> routes() {
    return List.of(
        Route.get(PeerQuestion.ROUTE, Access.OPEN, this::entries)
            .asking("from", "to", "back", "most"));
  }

  private Answer entries(Call call) {
    Optional<PeerQuestion> question = read(call);
    Optional<String> header = call.header(PeerSeal.HEADER);
    if (question.isEmpty() || !seal.opens(header, question.get().target())) {
      throw Problem.notFound("There is nothing here: see /api/v1/openapi.yaml.").asException();
    }
    Wire.admit();
    byte[] body = PageCodec.encode(page(question.get()));
    return Answer.text(200, "application/octet-stream", body)
        .with(PeerSeal.HEADER, seal.onAnswer(header.orElseThrow(), body));
  }

  private Page page(PeerQuestion question) {
    try {
      return shards.read(question.shard(), question.range());
    } catch (ShardUnreachableException e) {
      throw Problem.conflict("This shard is not here.").asException();
    }
  }

  /** What is not exactly a question as nodes ask them is none. */
  private static Optional<PeerQuestion> read(Call call) {
    try {
      Range range =
          new Range(
              Base64.getUrlDecoder().decode(call.query("from").orElseThrow()),
              Base64.getUrlDecoder().decode(call.query("to").orElseThrow()),
              call.query("back").orElseThrow().equals("true"),
              Integer.parseInt(call.query("most").orElseThrow()));
      boolean sane =
          range.from().length <= LONGEST_KEY
              && range.to().length <= LONGEST_KEY
              && range.mostEntries() >= 1
              && range.mostEntries() <= Range.MOST_ENTRIES;
      return sane
          ? Optional.of(new PeerQuestion(Integer.parseInt(call.path("shard")), range))
          : Optional.empty();
    } catch (IllegalArgumentException | NoSuchElementException e) {
      return Optional.empty();
    }
  }
}
