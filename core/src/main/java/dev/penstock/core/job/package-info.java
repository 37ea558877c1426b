/** Query and copy jobs: submit, adopt, poll, cancel; waiting for load jobs. */
@NullMarked
package dev.penstock.core.job;

import org.jspecify.annotations.NullMarked;
