/** What every road of rows promises, whatever the service does: the recovery table, injected. */
@NullMarked
package dev.penstock.core.contract;

import org.jspecify.annotations.NullMarked;
