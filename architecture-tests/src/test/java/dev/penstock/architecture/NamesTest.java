package dev.penstock.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import org.junit.jupiter.api.Test;

class NamesTest {
  @Test
  void noClassHidesItsNounBehindAFiller() {
    noClasses()
        .should()
        .haveSimpleNameEndingWith("Utils")
        .orShould()
        .haveSimpleNameEndingWith("Util")
        .orShould()
        .haveSimpleNameEndingWith("Helper")
        .orShould()
        .haveSimpleNameEndingWith("Manager")
        .orShould()
        .haveSimpleNameEndingWith("Impl")
        .check(Product.CLASSES);
  }

  @Test
  void noPackageIsNamedByLayer() {
    noClasses()
        .should()
        .resideInAnyPackage("..util..", "..common..", "..misc..", "..internal..", "..impl..")
        .check(Product.CLASSES);
  }

  @Test
  void noStaticFieldCanChange() {
    fields()
        .that()
        .areStatic()
        .and()
        .doNotHaveName("$assertionsDisabled")
        .and()
        .areDeclaredInClassesThat()
        .haveNameNotMatching(".*\\$\\d+")
        .and()
        .areDeclaredInClassesThat()
        .resideOutsideOfPackage("..jmh_generated..")
        .should()
        .beFinal()
        .check(Product.CLASSES);
  }
}
