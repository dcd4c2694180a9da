package io.posthorn.embedded;

/**
 * What an engine is doing.
 *
 * @param turns turns of the shard since the start, each of them one commit
 * @param inFlight requests that were handed to the sender and are not recorded yet
 * @param freeBytes of the volume, when somebody last looked
 * @param minFreeBytes of the volume, below which no events are taken
 */
public record EngineFigures(
    InboxUse inbox, long turns, int inFlight, long freeBytes, long minFreeBytes) {}
