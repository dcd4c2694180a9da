/**
 * The address guard: which IP addresses requests may go to, checked against the resolved address at
 * every attempt so that DNS cannot be used to reach internal networks. {@code SpecialAddress} lists
 * the refused ranges, {@code AllowedTargets} the exceptions that the operator made.
 */
@NullMarked
package io.posthorn.sender.guard;

import org.jspecify.annotations.NullMarked;
