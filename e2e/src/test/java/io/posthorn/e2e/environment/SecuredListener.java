package io.posthorn.e2e.environment;

import io.posthorn.testkit.KafkaBroker;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/**
 * A second listener of a broker, with a password and TLS: SASL_SSL with SCRAM-SHA-512 and a
 * self-signed certificate. Its user may do only what the manual asks for; users of the plain
 * listener may do anything.
 */
public final class SecuredListener {
  private static final String USER = "posthorn";
  private static final String PASSWORD = "a-password-of-the-tests";
  private static final ScramCredentialInfo SCRAM =
      new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 4_096);

  private final int port = KafkaBroker.freePort();
  private final SelfSigned certificate;

  /**
   * @param directory for the certificate
   */
  SecuredListener(Path directory) {
    certificate = SelfSigned.in(directory);
  }

  /** The listener as the broker's settings describe it. */
  KafkaBroker.ExtraListener settingsOfBroker() {
    return new KafkaBroker.ExtraListener(
        "SASL_SSL://127.0.0.1:" + port,
        """
        listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,SASL_SSL:SASL_SSL
        sasl.enabled.mechanisms=SCRAM-SHA-512
        listener.name.sasl_ssl.scram-sha-512.sasl.jaas.config=\
        org.apache.kafka.common.security.scram.ScramLoginModule required;
        ssl.keystore.location=%s
        ssl.keystore.type=PKCS12
        ssl.keystore.password=%s
        ssl.key.password=%s
        authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer
        super.users=User:ANONYMOUS
        """
            .formatted(certificate.keyStore(), SelfSigned.PASSWORD, SelfSigned.PASSWORD));
  }

  /** Creates its user, on a broker that runs. */
  void createUser(KafkaBroker broker) {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      admin
          .alterUserScramCredentials(
              List.of(new UserScramCredentialUpsertion(USER, SCRAM, PASSWORD)))
          .all()
          .get();
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Allows what nodes need, as the manual says, for topics, groups and ids that begin so. */
  void allow(KafkaBroker broker, String prefix) {
    List<AclBinding> needed = new ArrayList<>();
    List.of(
            AclOperation.READ,
            AclOperation.WRITE,
            AclOperation.CREATE,
            AclOperation.DELETE,
            AclOperation.DESCRIBE_CONFIGS)
        .forEach(operation -> needed.add(allowed(ResourceType.TOPIC, prefix, operation)));
    for (String internal : List.of("__transaction_state", "__consumer_offsets")) {
      List.of(AclOperation.READ, AclOperation.DESCRIBE, AclOperation.DESCRIBE_CONFIGS)
          .forEach(operation -> needed.add(allowed(ResourceType.TOPIC, internal, operation)));
    }
    needed.add(allowed(ResourceType.GROUP, prefix, AclOperation.READ));
    needed.add(allowed(ResourceType.TRANSACTIONAL_ID, prefix, AclOperation.WRITE));
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      admin.createAcls(needed).all().get();
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private static AclBinding allowed(ResourceType type, String prefix, AclOperation operation) {
    return new AclBinding(
        new ResourcePattern(type, prefix, PatternType.PREFIXED),
        new AccessControlEntry("User:" + USER, "*", operation, AclPermissionType.ALLOW));
  }

  /** The settings to connect through it. */
  public Map<String, String> settings() {
    return settings(PASSWORD);
  }

  /** The settings with a wrong password. */
  public Map<String, String> settingsWithAWrongPassword() {
    return settings("another-password");
  }

  private Map<String, String> settings(String password) {
    return Map.of(
        "kafka.bootstrap-servers",
        "127.0.0.1:" + port,
        "kafka.security.protocol",
        "SASL_SSL",
        "kafka.sasl.mechanism",
        "SCRAM-SHA-512",
        "kafka.sasl.jaas.config",
        "org.apache.kafka.common.security.scram.ScramLoginModule required username='%s'"
                .formatted(USER)
            + " password='%s';".formatted(password),
        "kafka.ssl.truststore.type",
        "PEM",
        "kafka.ssl.truststore.location",
        certificate.certificate().toString());
  }
}
