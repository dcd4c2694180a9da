package io.posthorn.sender;

import java.util.concurrent.ScheduledExecutorService;

/**
 * What all exchanges share.
 *
 * @param timer one thread for all deadlines; what it runs must not block
 */
record Transport(
    Lookup lookup,
    AddressGuard guard,
    Connector connector,
    IdleConnections idle,
    ScheduledExecutorService timer,
    ResponseLimits limits) {}
