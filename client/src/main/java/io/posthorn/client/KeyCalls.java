package io.posthorn.client;

import io.posthorn.client.model.KeyDetails;
import io.posthorn.client.request.NewKey;
import java.util.List;

/** The calls about API keys. */
public final class KeyCalls {
  private final ApiTransport transport;

  KeyCalls(ApiTransport transport) {
    this.transport = transport;
  }

  /** Creates a key. Only this response contains the key itself. */
  public KeyDetails create(NewKey key) {
    return transport.call(ApiRequest.post("keys").body(key), KeyDetails.class);
  }

  /** All keys, identified by their first characters. */
  public List<KeyDetails> list() {
    return transport.all(ApiRequest.get("keys"), KeyDetails.class);
  }

  /** One key, identified by its first characters. */
  public KeyDetails get(String id) {
    return transport.call(ApiRequest.get("keys", id), KeyDetails.class);
  }

  /** Revokes a key. Calls with it are refused from then on. */
  public void revoke(String id) {
    transport.call(ApiRequest.delete("keys", id));
  }
}
