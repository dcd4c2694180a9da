/**
 * The address guard: which IP addresses requests may go to, checked against the resolved address at
 * every attempt so that DNS cannot be used to reach internal networks.
 */
@NullMarked
package io.posthorn.sender.guard;

import org.jspecify.annotations.NullMarked;
