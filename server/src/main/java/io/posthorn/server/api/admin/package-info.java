/** Administration: keys, customers, audit, backups, the delivery pause, settings, health. */
@NullMarked
package io.posthorn.server.api.admin;

import org.jspecify.annotations.NullMarked;
