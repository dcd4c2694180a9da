package io.posthorn.server.node;

import io.posthorn.kafka.InstallationKey;
import io.posthorn.server.secrets.SecretBox;

/** The key that all nodes seal their secrets with. */
record SharedKey(SecretBox box) implements InstallationKey {
  @Override
  public byte[] proof() {
    return box.seal("posthorn");
  }

  @Override
  public boolean opens(byte[] proof) {
    try {
      box.open(proof);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
