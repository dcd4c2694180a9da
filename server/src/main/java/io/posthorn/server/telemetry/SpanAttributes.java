package io.posthorn.server.telemetry;

import io.opentelemetry.api.common.AttributeKey;

/** The attributes of spans: those of OpenTelemetry's semantic conventions, and Posthorn's own. */
final class SpanAttributes {
  static final AttributeKey<String> REQUEST_METHOD = AttributeKey.stringKey("http.request.method");
  static final AttributeKey<Long> RESEND_COUNT = AttributeKey.longKey("http.request.resend_count");
  static final AttributeKey<Long> STATUS_CODE = AttributeKey.longKey("http.response.status_code");
  static final AttributeKey<String> ROUTE = AttributeKey.stringKey("http.route");
  static final AttributeKey<String> URL_PATH = AttributeKey.stringKey("url.path");
  static final AttributeKey<String> URL_SCHEME = AttributeKey.stringKey("url.scheme");
  static final AttributeKey<String> URL_FULL = AttributeKey.stringKey("url.full");
  static final AttributeKey<String> SERVER_ADDRESS = AttributeKey.stringKey("server.address");
  static final AttributeKey<Long> SERVER_PORT = AttributeKey.longKey("server.port");
  static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");

  static final AttributeKey<String> MESSAGING_SYSTEM = AttributeKey.stringKey("messaging.system");
  static final AttributeKey<String> OPERATION_NAME =
      AttributeKey.stringKey("messaging.operation.name");
  static final AttributeKey<String> OPERATION_TYPE =
      AttributeKey.stringKey("messaging.operation.type");
  static final AttributeKey<String> DESTINATION =
      AttributeKey.stringKey("messaging.destination.name");
  static final AttributeKey<String> MESSAGE_ID = AttributeKey.stringKey("messaging.message.id");
  static final AttributeKey<Long> BATCH_COUNT =
      AttributeKey.longKey("messaging.batch.message_count");

  static final AttributeKey<String> CUSTOMER = AttributeKey.stringKey("posthorn.customer.id");
  static final AttributeKey<String> EVENT = AttributeKey.stringKey("posthorn.event.id");
  static final AttributeKey<String> EVENT_TYPE = AttributeKey.stringKey("posthorn.event.type");
  static final AttributeKey<String> SUBSCRIPTION =
      AttributeKey.stringKey("posthorn.subscription.id");
  static final AttributeKey<Long> ATTEMPT = AttributeKey.longKey("posthorn.attempt.number");
  static final AttributeKey<Long> SLOT = AttributeKey.longKey("posthorn.attempt.slot");
  static final AttributeKey<Boolean> PROBE = AttributeKey.booleanKey("posthorn.attempt.probe");

  static final String SYSTEM = "posthorn";

  private SpanAttributes() {}
}
