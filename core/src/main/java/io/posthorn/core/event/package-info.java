/** What a platform posts: a change to an object, parsed once, its states kept byte for byte. */
@NullMarked
package io.posthorn.core.event;

import org.jspecify.annotations.NullMarked;
