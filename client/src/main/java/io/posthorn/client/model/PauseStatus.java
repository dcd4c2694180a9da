package io.posthorn.client.model;

/**
 * The delivery pause.
 *
 * @param paused whether the requested deliveries, of a customer or of all, are paused
 * @param pausedForAll all deliveries of all customers; only in responses about a customer
 */
public record PauseStatus(boolean paused, boolean pausedForAll) {}
