package io.posthorn.embedded;

/**
 * How full an inbox is.
 *
 * @param parcels calls, commands and results that wait for their turn
 * @param events events that wait for their answer, those of the running turn included
 * @param bytes what they weigh
 */
public record InboxUse(int parcels, int events, long bytes) {}
