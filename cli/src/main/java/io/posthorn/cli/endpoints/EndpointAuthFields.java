package io.posthorn.cli.endpoints;

import io.posthorn.cli.terminal.Printable;
import io.posthorn.client.request.EndpointUpdate;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The options by which a receiver recognises Posthorn; secrets come from files or standard input.
 */
final class EndpointAuthFields {
  /** The options whose names differ from the fields of the API. */
  static final Map<String, String> FLAG_NAMES =
      Map.ofEntries(
          Map.entry("headers", "--header"),
          Map.entry("certificate", "--client-certificate"),
          Map.entry("key", "--client-key"),
          Map.entry("tokenUrl", "--oauth2-token-url"),
          Map.entry("clientId", "--oauth2-client-id"),
          Map.entry("clientSecret", "--oauth2-client-secret"),
          Map.entry("scope", "--oauth2-scope"),
          Map.entry("audience", "--oauth2-audience"),
          Map.entry("oauth2", "--oauth2-token-url"));

  /** More than a chain of certificates has. */
  private static final int LARGEST_FILE = 1 << 20;

  @Option(
      names = "--signatures",
      paramLabel = "KINDS",
      split = ",",
      description = "The kinds of signatures: v1, v1a or v1,v1a.")
  private @Nullable List<String> signatures;

  @Option(
      names = "--client-certificate",
      paramLabel = "FILE",
      description = "The client certificate for mTLS with its chain, as PEM.")
  private @Nullable Path clientCertificate;

  @Option(
      names = "--client-key",
      paramLabel = "FILE",
      description = "Its private key, as PEM, not encrypted.")
  private @Nullable Path clientKey;

  @Option(names = "--no-client-certificate", description = "Remove the client certificate.")
  private boolean withoutCertificate;

  @Option(
      names = "--oauth2-token-url",
      paramLabel = "URL",
      description = "The token server, for access tokens by client credentials.")
  private @Nullable String tokenUrl;

  @Option(
      names = "--oauth2-client-id",
      paramLabel = "ID",
      description = "The client that asks for tokens.")
  private @Nullable String clientId;

  @Option(
      names = "--oauth2-client-secret",
      paramLabel = "SECRET",
      description = "Its secret, or - for standard input, which other users cannot see.")
  private @Nullable String clientSecret;

  @Option(names = "--oauth2-scope", paramLabel = "SCOPE", description = "The scope to ask for.")
  private @Nullable String scope;

  @Option(
      names = "--oauth2-audience",
      paramLabel = "AUDIENCE",
      description = "The audience to ask for.")
  private @Nullable String audience;

  @Option(names = "--no-oauth2", description = "Send no access tokens.")
  private boolean withoutOAuth2;

  /**
   * Adds the given options to a change.
   *
   * @param input reads standard input in place of a dash
   * @throws IllegalArgumentException if one cannot be read; the message says which
   */
  void addTo(EndpointUpdate.Builder update, UnaryOperator<String> input) {
    if (signatures != null) {
      update.signatures(signatures.stream().map(String::strip).toArray(String[]::new));
    }
    addCertificate(update);
    addOAuth2(update, input);
  }

  private void addCertificate(EndpointUpdate.Builder update) {
    if (withoutCertificate && (clientCertificate != null || clientKey != null)) {
      throw new IllegalArgumentException(
          "Give either --client-certificate or --no-client-certificate, not both.");
    }
    if ((clientCertificate == null) != (clientKey == null)) {
      throw new IllegalArgumentException("--client-certificate and --client-key go together.");
    }
    if (clientCertificate != null && clientKey != null) {
      update.clientCertificate(
          content("--client-certificate", clientCertificate), content("--client-key", clientKey));
    } else if (withoutCertificate) {
      update.clearClientCertificate();
    }
  }

  private void addOAuth2(EndpointUpdate.Builder update, UnaryOperator<String> input) {
    boolean given =
        Stream.of(tokenUrl, clientId, clientSecret, scope, audience).anyMatch(Objects::nonNull);
    if (withoutOAuth2 && given) {
      throw new IllegalArgumentException("Give either --oauth2-... or --no-oauth2, not both.");
    }
    if (withoutOAuth2) {
      update.clearOAuth2();
    }
    if (!given) {
      return;
    }
    Map<String, @Nullable String> parts = new LinkedHashMap<>();
    put(parts, "tokenUrl", tokenUrl);
    put(parts, "clientId", clientId);
    put(parts, "clientSecret", clientSecret == null ? null : input.apply(clientSecret));
    put(parts, "scope", scope);
    put(parts, "audience", audience);
    update.changeOAuth2(parts);
  }

  /** Adds a part that was given; an empty text removes it. */
  private static void put(
      Map<String, @Nullable String> parts, String name, @Nullable String value) {
    if (value != null) {
      parts.put(name, value.isEmpty() ? null : value);
    }
  }

  private static String content(String option, Path file) {
    try {
      if (Files.size(file) <= LARGEST_FILE) {
        return Files.readString(file);
      }
    } catch (MalformedInputException e) {
      throw new IllegalArgumentException(
          "%s: %s is not PEM text.".formatted(option, Printable.line(file.toString())), e);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "%s: cannot read %s.".formatted(option, Printable.line(file.toString())), e);
    }
    throw new IllegalArgumentException(
        "%s: %s is larger than 1 MiB.".formatted(option, Printable.line(file.toString())));
  }
}
