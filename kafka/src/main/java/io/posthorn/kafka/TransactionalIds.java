package io.posthorn.kafka;

import java.util.regex.Pattern;

/**
 * The transactional ids that Kafka Streams gives the producers of an application: {@code
 * application-process-number}, where the process is a UUID. Another application may have a name
 * that only begins alike, so the whole form is compared.
 */
final class TransactionalIds {
  private final Pattern form;

  TransactionalIds(String application) {
    String hex = "[0-9a-f]";
    form =
        Pattern.compile(
            "%s-%s{8}(-%s{4}){3}-%s{12}-\\d{1,9}"
                .formatted(Pattern.quote(application), hex, hex, hex));
  }

  boolean contains(String transactionalId) {
    return form.matcher(transactionalId).matches();
  }
}
