package io.posthorn.embedded.rocks;

/**
 * What a store takes of memory outside the heap.
 *
 * @param cache all that is charged to the block cache: blocks, indexes, filters, write buffers
 * @param writeBuffers what of it are writes that are not in table files yet
 */
public record StoreMemory(long cache, long writeBuffers) {}
