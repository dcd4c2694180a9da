/** The OpenAPI document as foreign tools read it: linters, generators and what they generate. */
@NullMarked
package io.posthorn.e2e.openapi;

import org.jspecify.annotations.NullMarked;
