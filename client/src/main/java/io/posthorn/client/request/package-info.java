/** Requests of the API: filters of lists, new resources and changes, with builders. */
@NullMarked
package io.posthorn.client.request;

import org.jspecify.annotations.NullMarked;
