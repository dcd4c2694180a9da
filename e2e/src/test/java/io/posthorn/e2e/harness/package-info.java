/**
 * What the tests of the finished jar stand on: the server and its commands as child processes, real
 * receivers, and a caller of the API. Nothing here knows a class of the server.
 */
@NullMarked
package io.posthorn.e2e.harness;

import org.jspecify.annotations.NullMarked;
