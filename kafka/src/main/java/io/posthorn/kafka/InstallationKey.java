package io.posthorn.kafka;

import java.util.List;

/** The keys that all nodes of an installation share: one seals, and all open. */
public interface InstallationKey {
  /** No key. */
  InstallationKey NONE =
      new InstallationKey() {
        @Override
        public byte[] proof() {
          return new byte[0];
        }

        @Override
        public boolean opens(byte[] proof) {
          return true;
        }

        @Override
        public boolean seals(byte[] proof) {
          return true;
        }

        @Override
        public List<byte[]> peerKeys() {
          return List.of(new byte[32]);
        }
      };

  /**
   * A proof of the sealing key, which only that key verifies and which reveals nothing about it.
   */
  byte[] proof();

  /** Returns whether a proof was made with one of these keys. */
  boolean opens(byte[] proof);

  /** Returns whether a proof was made with the sealing key. */
  boolean seals(byte[] proof);

  /** The keys of requests between nodes: the first signs, and each verifies. */
  List<byte[]> peerKeys();
}
