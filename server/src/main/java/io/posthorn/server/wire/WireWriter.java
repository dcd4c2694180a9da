package io.posthorn.server.wire;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataWriter;

/** Writes answers onto a wire. */
record WireWriter(Wire wire, DataWriter out) implements DataWriter {
  @Override
  public void write(BufferData... buffers) {
    wire.write(() -> out.write(buffers));
  }

  @Override
  public void write(BufferData buffer) {
    wire.write(() -> out.write(buffer));
  }

  @Override
  public void writeNow(BufferData... buffers) {
    wire.write(() -> out.writeNow(buffers));
  }

  @Override
  public void writeNow(BufferData buffer) {
    wire.write(() -> out.writeNow(buffer));
  }

  @Override
  public void flush() {
    wire.write(out::flush);
  }

  @Override
  public void close() {
    wire.write(out::close);
  }
}
