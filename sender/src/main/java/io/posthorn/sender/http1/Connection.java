package io.posthorn.sender.http1;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.IOEventHandler;
import org.apache.hc.core5.reactor.IOSession;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP/1.1 connection: a request, its response, the next request.
 *
 * <p>The calling thread writes a request directly. The I/O thread only writes the part that the
 * socket did not accept, and everything over TLS, because handing over to it costs two selector
 * updates and a wake-up. The I/O thread reads all input, into one buffer for all its connections.
 *
 * <p>{@link #user} alone decides who owns the connection: no one, a conversation, or no one ever
 * again.
 */
final class Connection implements IOEventHandler {
  private static final Object NO_USER = new Object();
  private static final Object LOST = new Object();

  /** The write size: larger writes would be copied again after every partial write. */
  private static final int SLICE = 65_536;

  private static final ThreadLocal<ByteBuffer> INPUT =
      ThreadLocal.withInitial(() -> ByteBuffer.allocate(16_384));

  private final IOSession session;
  private final boolean secure;
  private final AtomicReference<Object> user = new AtomicReference<>(NO_USER);

  /**
   * Held by a directly writing thread: the response can arrive before that thread knows it is done.
   */
  private final ReentrantLock writing = new ReentrantLock();

  /** True if the I/O thread writes. */
  private volatile boolean ioWrites;

  Connection(IOSession session, boolean secure) {
    this.session = session;
    this.secure = secure;
  }

  boolean isOpen() {
    return session.isOpen();
  }

  /** Begins a conversation, or fails it if the connection is closed. */
  void begin(Conversation talk) {
    if (!user.compareAndSet(NO_USER, talk)) {
      talk.failed(new ConnectionClosedException());
    } else if (secure) {
      leaveWritingToIo();
    } else {
      writeAtOnce(talk);
    }
  }

  private void writeAtOnce(Conversation talk) {
    boolean all;
    writing.lock();
    try {
      all = write(talk);
    } catch (IOException e) {
      lose(e);
      return;
    } finally {
      writing.unlock();
    }
    if (!all) {
      leaveWritingToIo();
    }
  }

  /** Closes the connection abruptly, with its conversation. */
  void cut() {
    session.close(CloseMode.IMMEDIATE);
  }

  /** Closes gracefully, with TLS close_notify, but waits at most a second for the peer. */
  void close() {
    session.setSocketTimeout(Timeout.ofSeconds(1));
    session.close(CloseMode.GRACEFUL);
  }

  private void leaveWritingToIo() {
    ioWrites = true;
    try {
      session.setEvent(SelectionKey.OP_WRITE);
    } catch (CancelledKeyException e) {
      lose(new ConnectionClosedException());
    }
  }

  /** Writes as much as the socket accepts; returns whether all was written. */
  private boolean write(Conversation talk) throws IOException {
    for (ByteBuffer piece = talk.unsent(); piece != null; piece = talk.unsent()) {
      int end = piece.limit();
      piece.limit(Math.min(end, piece.position() + SLICE));
      int written = session.write(piece);
      piece.limit(end);
      if (written <= 0) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void connected(IOSession same) {
    session.setEvent(SelectionKey.OP_READ);
  }

  @Override
  public void outputReady(IOSession same) throws IOException {
    boolean idle = !ioWrites || !(user.get() instanceof Conversation talk) || write(talk);
    if (idle) {
      ioWrites = false;
      session.clearEvent(SelectionKey.OP_WRITE);
    }
  }

  @Override
  public void inputReady(IOSession same, @Nullable ByteBuffer decrypted) throws IOException {
    ByteBuffer bytes = decrypted;
    if (bytes == null) {
      bytes = INPUT.get().clear();
      if (session.read(bytes) < 0) {
        ended();
        return;
      }
      bytes.flip();
    }
    if (bytes.hasRemaining()) {
      take(bytes);
    }
  }

  private void take(ByteBuffer bytes) {
    if (!(user.get() instanceof Conversation talk)) {
      lose(new ConnectionClosedException()); // data without a request
      return;
    }
    if (!talk.hasBegun()) {
      // Data that arrives before any byte of the request was sent is not its response.
      lose(new ConnectionClosedException());
      return;
    }
    try {
      if (talk.take(bytes)) {
        end(talk, !bytes.hasRemaining());
      }
    } catch (HttpException | IOException e) {
      lose(e);
    }
  }

  private void ended() {
    if (user.get() instanceof Conversation talk && talk.endsWithConnection()) {
      end(talk, false);
    } else {
      lose(new ConnectionClosedException());
    }
  }

  /**
   * The response is complete: the connection may be reused from here on. A response that came
   * before its request was fully sent leaves half a request behind.
   */
  private void end(Conversation talk, boolean clean) {
    boolean kept = clean && isSent(talk) && talk.leavesConnectionUsable();
    if (user.compareAndSet(talk, kept ? NO_USER : LOST)) {
      talk.end(kept);
    }
  }

  private boolean isSent(Conversation talk) {
    writing.lock();
    try {
      return talk.isSent();
    } finally {
      writing.unlock();
    }
  }

  /** Marks the connection as unusable and fails its current conversation. */
  private void lose(Exception cause) {
    cut();
    disown(cause);
  }

  private void disown(Exception cause) {
    if (user.getAndSet(LOST) instanceof Conversation talk) {
      talk.failed(cause);
    }
  }

  @Override
  public void timeout(IOSession same, Timeout timeout) {
    lose(new SocketTimeoutException());
  }

  @Override
  public void exception(IOSession same, Exception cause) {
    lose(cause);
  }

  @Override
  public void disconnected(IOSession same) {
    disown(new ConnectionClosedException());
  }
}
