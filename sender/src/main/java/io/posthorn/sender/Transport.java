package io.posthorn.sender;

/** What all exchanges share. */
record Transport(
    Lookup lookup,
    AddressGuard guard,
    Connector connector,
    IdleConnections idle,
    ResponseLimits limits) {}
