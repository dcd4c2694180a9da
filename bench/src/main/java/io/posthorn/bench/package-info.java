/**
 * The benchmark: its command, the order of the rows, and the description of the method. The server,
 * the receivers and the load generator run in separate processes. The module is not shipped.
 */
@NullMarked
package io.posthorn.bench;

import org.jspecify.annotations.NullMarked;
