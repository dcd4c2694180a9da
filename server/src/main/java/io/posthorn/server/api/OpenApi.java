package io.posthorn.server.api;

import io.posthorn.server.http.Access;
import io.posthorn.server.http.CallResponse;
import io.posthorn.server.http.Route;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;

/** {@code /openapi.yaml}: the OpenAPI document of the server, checked by tests. */
public final class OpenApi {
  private final byte[] document;

  public OpenApi() {
    try (InputStream in = OpenApi.class.getResourceAsStream("openapi.yaml")) {
      document = Objects.requireNonNull(in, "openapi.yaml is missing from the jar").readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("openapi.yaml cannot be read", e);
    }
  }

  public List<Route> routes() {
    return List.of(
        Route.get(
            "/api/v1/openapi.yaml",
            Access.OPEN,
            call -> CallResponse.text(200, "application/yaml", document)));
  }
}
