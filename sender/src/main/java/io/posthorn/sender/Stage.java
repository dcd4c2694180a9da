package io.posthorn.sender;

/** How far an exchange has come, as a sentence about a deadline tells it. */
enum Stage {
  RESOLVING("its name was still being looked up"),
  CONNECTING("the connection was not established"),
  SECURING("the TLS handshake was not finished"),
  WAITING("the request was sent, but no complete head of a response came");

  private final String unfinished;

  Stage(String unfinished) {
    this.unfinished = unfinished;
  }

  String unfinished() {
    return unfinished;
  }
}
