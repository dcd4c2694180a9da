package io.posthorn.server.settings;

/** How much of a disk may be used. */
public sealed interface DiskBudget {
  /** The budget in bytes, on a volume of this size. */
  long bytesOn(long volumeBytes);

  /** So many bytes, whatever the volume. */
  record Bytes(long bytes) implements DiskBudget {
    @Override
    public long bytesOn(long volumeBytes) {
      return bytes;
    }
  }

  /** A part of the volume, in hundredths. */
  record ShareOfVolume(int percent) implements DiskBudget {
    @Override
    public long bytesOn(long volumeBytes) {
      // Divided first: a volume times 100 need not fit.
      return volumeBytes / 100 * percent;
    }
  }
}
