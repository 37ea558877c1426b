/** Query jobs: submit, adopt, poll, cancel. */
@NullMarked
package dev.penstock.core.job;

import org.jspecify.annotations.NullMarked;
