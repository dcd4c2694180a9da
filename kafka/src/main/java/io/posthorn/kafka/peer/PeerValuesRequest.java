package io.posthorn.kafka.peer;

import io.posthorn.kafka.read.Page;
import io.posthorn.kafka.read.Peers;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;

/**
 * A request for the values of many keys of a shard's store.
 *
 * @param body the encoded keys
 */
record PeerValuesRequest(int shard, boolean copy, byte[] body) {
  static final String ROUTE = "/internal/v1/shards/{shard}/values";

  static PeerValuesRequest of(Peers.RemoteShard remote, List<byte[]> keys) {
    List<Page.Entry> entries = keys.stream().map(key -> new Page.Entry(key, new byte[0])).toList();
    return new PeerValuesRequest(
        remote.shard(), remote.copy(), PageCodec.encode(new Page(entries, false)));
  }

  /** Decodes the keys; throws an {@link IllegalArgumentException} if the body is invalid. */
  List<byte[]> keys() {
    return PageCodec.decode(body).entries().stream().map(Page.Entry::key).toList();
  }

  /** The path and query. */
  String target() {
    return ROUTE.replace("{shard}", String.valueOf(shard)) + "?copy=" + copy;
  }

  /** The text to sign: path, query and a digest of the keys. */
  String signedText() {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(body);
      return target() + " " + Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java runtime has no SHA-256", e);
    }
  }
}
