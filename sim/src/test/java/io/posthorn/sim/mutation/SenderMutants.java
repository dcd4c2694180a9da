package io.posthorn.sim.mutation;

import static io.posthorn.sim.mutation.Mutant.sender;

import java.util.List;

/** The deliberate breaks of the resend and of connection reuse, which the sender implements. */
final class SenderMutants {
  private static final String CONVERSATION = "http1/Conversation.java";
  private static final String EXCHANGE = "http1/Exchange.java";
  private static final String REUSE_HISTORY = "http1/ReuseHistory.java";

  private SenderMutants() {}

  static final List<Mutant> ALL =
      List.of(
          sender(
              "the sender does not resend",
              CONVERSATION,
              "ResendRule.allows(reused, responseBegun, exchange.isResent())",
              "ResendRule.allows(false, responseBegun, exchange.isResent())"),
          sender(
              "the sender resends on a connection that was new",
              EXCHANGE,
              "converse(peer, connection, false);",
              "converse(peer, connection, true);"),
          sender(
              "the sender resends for as long as connections end",
              CONVERSATION,
              "ResendRule.allows(reused, responseBegun, exchange.isResent())",
              "ResendRule.allows(reused || exchange.isResent(), responseBegun, false)"),
          sender(
              "the sender resends after the first bytes of a response",
              CONVERSATION,
              "      responseBegun = true;\n",
              ""),
          sender(
              "the sender resends on another reused connection",
              EXCHANGE,
              "if (!onNewConnection && reuse(allowed)) {",
              "if (reuse(allowed)) {"),
          sender(
              "a resend has a deadline of its own",
              EXCHANGE,
              "    resent = sentBefore;\n",
              """
                  resent = sentBefore;
                  deadline = System.nanoTime() + request.timeoutNanos();
              """),
          sender(
              "a resend passes no guard",
              EXCHANGE,
              "    reach(Phase.RESOLVING);\n    lookUp();\n",
              "    connect(0);\n"),
          sender(
              "the outcome does not say that the request was resent",
              EXCHANGE,
              "report.accept(resent ? here.asResent() : here);",
              "report.accept(here);"),
          sender(
              "a request that never left its connection counts as resent",
              CONVERSATION,
              "exchange.beginAgain(false);",
              "exchange.beginAgain(true);"),
          sender(
              "an end of a reused connection is not remembered",
              CONVERSATION,
              "      exchange.transport().reuses().ended(peer);\n",
              ""),
          sender(
              "responses on reused connections are not counted",
              CONVERSATION,
              "        exchange.transport().reuses().responded(peer);\n",
              ""),
          sender(
              "responses on new connections count as reuses",
              CONVERSATION,
              "      if (reused) {\n",
              "      if (reused || begun) {\n"),
          sender(
              "a peer that ends reused connections often is kept alive",
              CONVERSATION,
              "if (kept && exchange.transport().reuses().allows(peer)) {",
              "if (kept) {"),
          sender(
              "a connection that was idle before reuse stopped is used again",
              EXCHANGE,
              "transport.reuses().allows(peer) ? transport.idle().take(peer) : null;",
              "transport.idle().take(peer);"),
          sender(
              "three ends stop reuse instead of two",
              REUSE_HISTORY,
              "TOO_MANY = 2",
              "TOO_MANY = 3"),
          sender(
              "one end stops reuse instead of two", REUSE_HISTORY, "TOO_MANY = 2", "TOO_MANY = 1"),
          sender(
              "ends within eleven reuses stop reuse instead of ten",
              REUSE_HISTORY,
              "REMEMBERED = 10",
              "REMEMBERED = 11"),
          sender(
              "ends within nine reuses stop reuse instead of ten",
              REUSE_HISTORY,
              "REMEMBERED = 10",
              "REMEMBERED = 9"),
          sender(
              "reuse stops for good",
              REUSE_HISTORY,
              "|| !reuses.suspended || reuses.isOver(nanoTime.getAsLong());",
              "|| !reuses.suspended;"),
          sender(
              "reuse that was stopped once is never stopped again",
              REUSE_HISTORY,
              "boolean begins = known == null || known.isOver(now);",
              "boolean begins = known == null;"),
          sender(
              "responses shorten the time without reuse",
              REUSE_HISTORY,
              "return suspended ? now - until >= 0 : ended == 0;",
              "return ended == 0 || (suspended && now - until >= 0);"),
          sender(
              "peers that end connections are remembered without limit",
              REUSE_HISTORY,
              "    if (peers.size() >= MAX_PEERS) {\n      forgetOne();\n    }\n",
              ""));
}
