/** What callers ask of the API, made with builders. */
@NullMarked
package io.posthorn.client.request;

import org.jspecify.annotations.NullMarked;
