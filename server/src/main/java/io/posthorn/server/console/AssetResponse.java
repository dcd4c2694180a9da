package io.posthorn.server.console;

import io.posthorn.server.http.Call;
import io.posthorn.server.http.CallResponse;
import io.posthorn.server.http.Problem;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The response with a page or a file, with the headers that restrict what a page may load. */
final class AssetResponse {
  private static final int WORTH_COMPRESSING = 512;
  private static final String IMMUTABLE = "public, max-age=31536000, immutable";

  /** Allows scripts, styles and calls from this server only, and no inline scripts. */
  private static final String CONTENT_SECURITY_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " connect-src 'self'; font-src 'self'; frame-ancestors 'none'; base-uri 'none';"
          + " form-action 'self'";

  private AssetResponse() {}

  /** Returns the start page, which browsers revalidate. */
  static CallResponse page(Call call, Assets assets) {
    return response(call, assets.index(), "no-cache");
  }

  /** Returns the file of a call's path, which browsers keep. */
  static CallResponse file(Call call, Assets assets) {
    return assets
        .find(call.path("path"))
        .map(asset -> response(call, asset, IMMUTABLE))
        .orElseGet(
            () ->
                CallResponse.of(
                    Problem.notFound(
                        "No such file in this version of the console; reload the page.")));
  }

  private static CallResponse response(Call call, Asset asset, String caching) {
    String tag = '"' + asset.tag() + '"';
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Content-Type", asset.contentType());
    headers.put("Cache-Control", caching);
    headers.put("ETag", tag);
    headers.put("Vary", "Accept-Encoding");
    headers.put("Content-Security-Policy", CONTENT_SECURITY_POLICY);
    headers.put("X-Content-Type-Options", "nosniff");
    headers.put("Referrer-Policy", "no-referrer");
    headers.put("Cross-Origin-Opener-Policy", "same-origin");
    headers.put("X-Frame-Options", "DENY");
    if (call.header("If-None-Match").filter(known -> known.contains(tag)).isPresent()) {
      return new CallResponse(304, headers, new byte[0]);
    }
    if (asset.bytes().length >= WORTH_COMPRESSING && takesGzip(call)) {
      headers.put("Content-Encoding", "gzip");
      return new CallResponse(200, headers, asset.gzipped());
    }
    return new CallResponse(200, headers, asset.bytes());
  }

  private static boolean takesGzip(Call call) {
    return call.header("Accept-Encoding")
        .map(text -> text.toLowerCase(Locale.ROOT))
        .filter(text -> text.contains("gzip") && !text.contains("gzip;q=0"))
        .isPresent();
  }
}
