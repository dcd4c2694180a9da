package io.posthorn.sender.signing;

/** Opens what the host sealed: tokens, signing secrets, static headers. Called from any thread. */
@FunctionalInterface
public interface Unsealer {
  String unseal(byte[] sealed);
}
