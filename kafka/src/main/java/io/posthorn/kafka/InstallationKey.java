package io.posthorn.kafka;

/** The key that all nodes of an installation share. */
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
        public byte[] peerKey() {
          return new byte[32];
        }
      };

  /** A proof that only this key verifies and that reveals nothing about it. */
  byte[] proof();

  /** Returns whether a proof was made with this key. */
  boolean opens(byte[] proof);

  /** The key that signs requests between nodes. */
  byte[] peerKey();
}
