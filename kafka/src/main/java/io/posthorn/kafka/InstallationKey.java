package io.posthorn.kafka;

/**
 * A key that all nodes of an installation have, and by which one that is not of the installation is
 * known.
 */
public interface InstallationKey {
  /** For nodes that have none. */
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

  /** What only this key opens; it tells nothing of the key. */
  byte[] proof();

  /** Whether a proof was made with this key. */
  boolean opens(byte[] proof);

  /** The key that nodes sign their questions to each other with. */
  byte[] peerKey();
}
