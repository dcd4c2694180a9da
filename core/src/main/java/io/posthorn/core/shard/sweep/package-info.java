/** Long work in bounded, resumable steps: bulk actions, leaving an endpoint, erasing, retention. */
@NullMarked
package io.posthorn.core.shard.sweep;

import org.jspecify.annotations.NullMarked;
