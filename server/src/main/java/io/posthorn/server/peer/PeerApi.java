package io.posthorn.server.peer;

import io.posthorn.kafka.read.Page;
import io.posthorn.kafka.read.Range;
import io.posthorn.kafka.read.ShardUnreachableException;
import io.posthorn.server.http.Access;
import io.posthorn.server.http.Answer;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.Problem;
import io.posthorn.server.http.Route;
import io.posthorn.server.http.limits.InboundConnection;
import java.util.Base64;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * {@code /internal/v1/shards}: lets other nodes read the shards that are here. To everybody else
 * there is nothing at this address.
 */
public final class PeerApi {
  /** No key of a store is as long. */
  private static final int LONGEST_KEY = 1_024;

  private static final int MOST_KEYS = Range.MOST_ENTRIES;

  private final PeerSeal seal;
  private final OwnShards shards;

  public PeerApi(PeerSeal seal, OwnShards shards) {
    this.seal = seal;
    this.shards = shards;
  }

  public List<Route> routes() {
    return List.of(
        Route.get(PeerQuestion.ROUTE, Access.OPEN, this::entries)
            .asking("from", "to", "back", "most"),
        Route.post(PeerKeys.ROUTE, Access.OPEN, this::values));
  }

  private Answer entries(Call call) {
    PeerQuestion question = read(call).orElseThrow(PeerApi::nothingHere);
    String header = opened(call, question.target());
    return sealed(header, () -> shards.read(question.shard(), question.range()));
  }

  private Answer values(Call call) {
    PeerKeys question = new PeerKeys(shard(call), call.body(MOST_KEYS * LONGEST_KEY));
    String header = opened(call, question.sealed());
    List<byte[]> keys = question.keys();
    if (keys.size() > MOST_KEYS) {
      throw nothingHere();
    }
    return sealed(header, () -> shards.values(question.shard(), keys));
  }

  /** The header of a question that a node of ours has asked. */
  private String opened(Call call, String sealed) {
    Optional<String> header = call.header(PeerSeal.HEADER);
    if (!seal.opens(header, sealed)) {
      throw nothingHere();
    }
    InboundConnection.callerKnown();
    return header.orElseThrow();
  }

  private Answer sealed(String header, Supplier<Page> page) {
    try {
      byte[] body = PageCodec.encode(page.get());
      return Answer.text(200, "application/octet-stream", body)
          .with(PeerSeal.HEADER, seal.onAnswer(header, body));
    } catch (ShardUnreachableException e) {
      throw Problem.conflict("This shard is not here.").asException();
    }
  }

  private static int shard(Call call) {
    try {
      return Integer.parseInt(call.path("shard"));
    } catch (NumberFormatException e) {
      throw nothingHere();
    }
  }

  private static RuntimeException nothingHere() {
    return Problem.notFound("There is nothing here: see /api/v1/openapi.yaml.").asException();
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
