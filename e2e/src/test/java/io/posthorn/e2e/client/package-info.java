/** Callers of the API: single calls, a platform that posts events, and a person at the console. */
@NullMarked
package io.posthorn.e2e.client;

import org.jspecify.annotations.NullMarked;
