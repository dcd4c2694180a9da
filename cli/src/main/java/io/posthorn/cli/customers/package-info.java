/** The commands about customers. */
@NullMarked
package io.posthorn.cli.customers;

import org.jspecify.annotations.NullMarked;
