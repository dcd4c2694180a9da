/** Access tokens of OAuth2 client credentials: the request to a token server, and its response. */
@NullMarked
package io.posthorn.sender.token;

import org.jspecify.annotations.NullMarked;
