package io.posthorn.kafka;

/** A key that all nodes of an installation have, and by which a stranger is known. */
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
      };

  /** What only this key opens; it tells nothing of the key. */
  byte[] proof();

  /** Whether a proof was made with this key. */
  boolean opens(byte[] proof);
}
