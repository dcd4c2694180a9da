package io.posthorn.client;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * A lazy list that reads page by page during iteration. Each iteration starts at the beginning.
 *
 * <pre>{@code
 * for (MessageSummary message : client.messages().list(filter).limit(500)) { ... }
 * }</pre>
 */
public final class PagedList<T> implements Iterable<T> {
  /** The API's largest page size. */
  public static final int MAX_PAGE_SIZE = 1_000;

  private static final int DEFAULT_PAGE_SIZE = 100;

  private final Source<T> source;
  private final int pageSize;
  private final long limit;
  private final @Nullable String start;

  /** Reads one page. */
  @FunctionalInterface
  interface Source<T> {
    ResultPage<T> read(int limit, @Nullable String cursor);
  }

  PagedList(Source<T> source) {
    this(source, DEFAULT_PAGE_SIZE, Long.MAX_VALUE, null);
  }

  private PagedList(Source<T> source, int pageSize, long limit, @Nullable String start) {
    this.source = source;
    this.pageSize = pageSize;
    this.limit = limit;
    this.start = start;
  }

  /** The same list with another page size: 1 to 1,000, by default 100. */
  public PagedList<T> pageSize(int entries) {
    if (entries < 1 || entries > MAX_PAGE_SIZE) {
      throw new IllegalArgumentException("The size of a page must be from 1 to 1,000.");
    }
    return new PagedList<>(source, entries, limit, start);
  }

  /** The first {@code count} entries at most. */
  public PagedList<T> limit(long entries) {
    if (entries < 0) {
      throw new IllegalArgumentException("A limit must not be negative.");
    }
    return new PagedList<>(source, pageSize, entries, start);
  }

  /**
   * The entries from a cursor on.
   *
   * @param cursor a {@link ResultPage#nextCursor}; null for the beginning
   */
  public PagedList<T> startAt(@Nullable String cursor) {
    return new PagedList<>(source, pageSize, limit, cursor);
  }

  @Override
  public Iterator<T> iterator() {
    return stream().iterator();
  }

  /** The entries; pages are read on demand. */
  public Stream<T> stream() {
    return StreamSupport.stream(pages().spliterator(), false)
        .flatMap(page -> page.data().stream())
        .limit(limit);
  }

  /** The pages, read on demand. */
  public Iterable<ResultPage<T>> pages() {
    return PageIterator::new;
  }

  private final class PageIterator implements Iterator<ResultPage<T>> {
    private long left = limit;
    private @Nullable String cursor = start;
    private boolean ended = limit == 0;

    @Override
    public boolean hasNext() {
      return !ended;
    }

    @Override
    public ResultPage<T> next() {
      if (ended) {
        throw new NoSuchElementException("the list has ended");
      }
      ResultPage<T> page = source.read((int) Math.min(left, pageSize), cursor);
      left -= page.data().size();
      cursor = page.nextCursor();
      ended = cursor == null || left <= 0;
      return page;
    }
  }
}
