/** How change events lie in the demo's topics. Knows Connect's data model only. */
@NullMarked
package dev.penstock.demo.converter;

import org.jspecify.annotations.NullMarked;
