package io.posthorn.kafka.peer;

import io.posthorn.engine.EngineRoute;
import io.posthorn.engine.EngineRoute.Request;
import io.posthorn.engine.EngineRoute.Response;
import io.posthorn.kafka.read.Page;
import io.posthorn.kafka.read.Range;
import io.posthorn.kafka.read.ShardUnreachableException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The routes under {@code /internal/v1/shards}, by which other nodes read the shards of this one.
 * Everyone else gets 404.
 */
public final class PeerApi {
  /** Longer than any key of a store. */
  private static final int LONGEST_KEY = 1_024;

  private static final int MOST_KEYS = Range.MOST_ENTRIES;

  private final PeerSignature signature;
  private final LocalShardReader shards;

  public PeerApi(PeerSignature signature, LocalShardReader shards) {
    this.signature = signature;
    this.shards = shards;
  }

  public List<EngineRoute> routes() {
    return List.of(
        new EngineRoute(
            "GET",
            PeerScanRequest.ROUTE,
            List.of("from", "to", "back", "most", "copy"),
            this::entries),
        new EngineRoute("POST", PeerValuesRequest.ROUTE, List.of("copy"), this::values));
  }

  private Response entries(Request request) {
    PeerScanRequest query = read(request).orElse(null);
    if (query == null || !isAuthentic(request, query.target())) {
      return Response.NOT_FOUND;
    }
    return signed(request, () -> shards.read(query.shard(), query.copy(), query.range()));
  }

  private Response values(Request request) {
    int shard = shard(request);
    if (shard < 0) {
      return Response.NOT_FOUND;
    }
    boolean copy = request.query("copy").orElse("").equals("true");
    PeerValuesRequest query =
        new PeerValuesRequest(shard, copy, request.body(MOST_KEYS * LONGEST_KEY));
    if (!isAuthentic(request, query.signedText())) {
      return Response.NOT_FOUND;
    }
    List<byte[]> keys = query.keys();
    return keys.size() > MOST_KEYS
        ? Response.NOT_FOUND
        : signed(request, () -> shards.values(shard, copy, keys));
  }

  /** Returns whether a node of the installation sent the request. */
  private boolean isAuthentic(Request request, String signedText) {
    boolean authentic = signature.verifyRequest(request.header(PeerSignature.HEADER), signedText);
    if (authentic) {
      request.admit();
    }
    return authentic;
  }

  private Response signed(Request request, Supplier<Page> page) {
    try {
      byte[] body = PageCodec.encode(page.get());
      String header = request.header(PeerSignature.HEADER).orElseThrow();
      return new Response(
          200, Map.of(PeerSignature.HEADER, signature.signResponse(header, body)), body);
    } catch (ShardUnreachableException e) {
      return new Response(409, Map.of(), new byte[0]); // the shard is not here
    }
  }

  /** The shard of the path; -1 if it is not a number. */
  private static int shard(Request request) {
    try {
      return Math.max(-1, Integer.parseInt(request.path("shard")));
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  /** Parses a scan request; empty if anything is missing or out of range. */
  private static Optional<PeerScanRequest> read(Request request) {
    try {
      Range range =
          new Range(
              Base64.getUrlDecoder().decode(request.query("from").orElseThrow()),
              Base64.getUrlDecoder().decode(request.query("to").orElseThrow()),
              request.query("back").orElseThrow().equals("true"),
              Integer.parseInt(request.query("most").orElseThrow()));
      boolean sane =
          range.from().length <= LONGEST_KEY
              && range.to().length <= LONGEST_KEY
              && range.mostEntries() >= 1
              && range.mostEntries() <= Range.MOST_ENTRIES;
      return sane
          ? Optional.of(
              new PeerScanRequest(
                  Integer.parseInt(request.path("shard")),
                  request.query("copy").orElseThrow().equals("true"),
                  range))
          : Optional.empty();
    } catch (IllegalArgumentException | NoSuchElementException e) {
      return Optional.empty();
    }
  }
}
