/** The jar and what it runs in: its processes, the engine of this run, brokers and certificates. */
@NullMarked
package io.posthorn.e2e.environment;

import org.jspecify.annotations.NullMarked;
