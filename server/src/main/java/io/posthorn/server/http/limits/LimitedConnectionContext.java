package io.posthorn.server.http.limits;

import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataWriter;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.common.socket.PeerInfo;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.ListenerContext;
import io.helidon.webserver.ProxyProtocolData;
import io.helidon.webserver.Router;
import java.util.Optional;
import java.util.concurrent.ExecutorService;

/**
 * The context of a connection, with a reader and a writer that enforce its limits.
 *
 * @param remotePeer found out once: every request asks for its address
 */
record LimitedConnectionContext(
    ConnectionContext inner, DataReader dataReader, DataWriter dataWriter, PeerInfo remotePeer)
    implements ConnectionContext {

  static LimitedConnectionContext of(ConnectionContext inner, InboundConnection connection) {
    return new LimitedConnectionContext(
        inner,
        new StrictReader(connection),
        new LimitedDataWriter(connection, inner.dataWriter()),
        inner.remotePeer());
  }

  @Override
  public ListenerContext listenerContext() {
    return inner.listenerContext();
  }

  @Override
  public ExecutorService executor() {
    return inner.executor();
  }

  @Override
  public Router router() {
    return inner.router();
  }

  @Override
  public Optional<ProxyProtocolData> proxyProtocolData() {
    return inner.proxyProtocolData();
  }

  @Override
  public HelidonSocket serverSocket() {
    return inner.serverSocket();
  }

  @Override
  public PeerInfo localPeer() {
    return inner.localPeer();
  }

  @Override
  public boolean isSecure() {
    return inner.isSecure();
  }

  @Override
  public String socketId() {
    return inner.socketId();
  }

  @Override
  public String childSocketId() {
    return inner.childSocketId();
  }
}
