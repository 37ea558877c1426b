/**
 * HTTP as all of Google's APIs speak it: the port, bodies and their parts, chunks of uploads,
 * answers and scripted faults. Knows no API's resources.
 */
@NullMarked
package dev.penstock.local.http;

import org.jspecify.annotations.NullMarked;
