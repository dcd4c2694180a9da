package io.posthorn.client;

import io.posthorn.client.model.KeyDetails;
import io.posthorn.client.request.NewKey;
import java.util.List;

/** API keys. */
public final class KeyCalls {
  private final ApiTransport transport;

  KeyCalls(ApiTransport transport) {
    this.transport = transport;
  }

  /** Makes a key. The answer has the key itself, which is shown only this once. */
  public KeyDetails create(NewKey key) {
    return transport.call(ApiRequest.post("keys").body(key), KeyDetails.class);
  }

  /** The keys, by their first characters. */
  public List<KeyDetails> list() {
    return transport.list(ApiRequest.get("keys"), "data", KeyDetails.class);
  }

  /** Revokes a key: from then on it opens nothing. */
  public void revoke(String id) {
    transport.call(ApiRequest.delete("keys", id));
  }
}
