package io.posthorn.server.http.limits;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataWriter;

/** A writer of responses under the deadline of a connection. */
record LimitedDataWriter(InboundConnection connection, DataWriter out) implements DataWriter {
  @Override
  public void write(BufferData... buffers) {
    connection.write(() -> out.write(buffers));
  }

  @Override
  public void write(BufferData buffer) {
    connection.write(() -> out.write(buffer));
  }

  @Override
  public void writeNow(BufferData... buffers) {
    connection.write(() -> out.writeNow(buffers));
  }

  @Override
  public void writeNow(BufferData buffer) {
    connection.write(() -> out.writeNow(buffer));
  }

  @Override
  public void flush() {
    connection.write(out::flush);
  }

  @Override
  public void close() {
    connection.write(out::close);
  }
}
