package io.posthorn.client.model;

/**
 * Whether deliveries are stopped by a person.
 *
 * @param paused those that were asked for: a customer's, or all
 * @param pausedForAll all deliveries of all customers; only in answers about a customer
 */
public record PauseStatus(boolean paused, boolean pausedForAll) {}
