package io.posthorn.embedded.rocks;

/**
 * The memory of a store outside the heap.
 *
 * @param cache everything charged to the block cache: blocks, indexes, filters, write buffers
 * @param writeBuffers the part of it that holds unflushed writes
 */
public record StoreMemory(long cache, long writeBuffers) {}
