/** Request parameters of the API, with builders. */
@NullMarked
package io.posthorn.client.request;

import org.jspecify.annotations.NullMarked;
