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
 * One connection, on which HTTP/1.1 is spoken: a request, its response, the next request.
 *
 * <p>A request is written at once, by the thread that brings it. The I/O thread writes only what
 * the socket would not take, and where TLS is spoken, which is its business alone: each time it is
 * asked costs two changes of what the kernel watches, and a wake-up. Everything that comes in, the
 * I/O thread reads, into one buffer for all its connections.
 *
 * <p>Who uses the connection is decided by {@link #user} alone: nobody, a conversation, or nobody
 * ever again.
 */
final class Connection implements IOEventHandler {
  private static final Object NOBODY = new Object();
  private static final Object LOST = new Object();

  /** More at once would be copied again and again, each time that the socket takes a part of it. */
  private static final int SLICE = 65_536;

  private static final ThreadLocal<ByteBuffer> INPUT =
      ThreadLocal.withInitial(() -> ByteBuffer.allocate(16_384));

  private final IOSession session;
  private final boolean secure;
  private final AtomicReference<Object> user = new AtomicReference<>(NOBODY);

  /**
   * Held by a thread that writes at once: a response can be there before it knows that it is done.
   */
  private final ReentrantLock writing = new ReentrantLock();

  /** Whether writing is the I/O thread's turn. */
  private volatile boolean ioWrites;

  Connection(IOSession session, boolean secure) {
    this.session = session;
    this.secure = secure;
  }

  boolean isOpen() {
    return session.isOpen();
  }

  /** Begins a conversation, or tells it that there is nobody any more at the other end. */
  void begin(Conversation talk) {
    if (!user.compareAndSet(NOBODY, talk)) {
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

  /** Cuts it off, and whatever is under way on it. */
  void cut() {
    session.close(CloseMode.IMMEDIATE);
  }

  /** Says goodbye, as TLS wants it, but waits no longer than a second for an answer to it. */
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

  /** Writes what the socket takes; says whether that is all. */
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
      lose(new ConnectionClosedException()); // nobody asked for anything
      return;
    }
    if (!talk.hasBegun()) {
      // What comes before a byte of the request left was meant for somebody else, or for nobody.
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
   * The response is there: from here on the connection may be another's. A response that came
   * before its request was sent leaves half a request behind.
   */
  private void end(Conversation talk, boolean clean) {
    boolean kept = clean && isSent(talk) && talk.leavesConnectionUsable();
    if (user.compareAndSet(talk, kept ? NOBODY : LOST)) {
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

  /** Nobody can use it any more; who uses it now is told. */
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
