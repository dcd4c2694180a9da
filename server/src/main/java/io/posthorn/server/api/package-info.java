/**
 * The API under {@code /api/v1}: one package for each resource; this one serves its OpenAPI
 * document.
 */
@NullMarked
package io.posthorn.server.api;

import org.jspecify.annotations.NullMarked;
