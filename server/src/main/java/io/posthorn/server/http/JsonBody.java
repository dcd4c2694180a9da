package io.posthorn.server.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** A writer of one JSON value. */
@FunctionalInterface
public interface JsonBody {
  JsonFactory FACTORY = new JsonFactory();

  void write(JsonGenerator json) throws IOException;

  default byte[] toBytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
    try (JsonGenerator json = FACTORY.createGenerator(bytes)) {
      write(json);
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory cannot fail", e);
    }
    return bytes.toByteArray();
  }
}
