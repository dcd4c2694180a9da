/** API clients: single calls, a platform that posts events, and a console session. */
@NullMarked
package io.posthorn.e2e.client;

import org.jspecify.annotations.NullMarked;
