package dev.penstock.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class NamesTest {
  private static JavaClasses classes;

  @BeforeAll
  static void readClasses() {
    classes =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.penstock");
  }

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
        .check(classes);
  }

  @Test
  void noPackageIsNamedByLayer() {
    noClasses()
        .should()
        .resideInAnyPackage("..util..", "..common..", "..misc..", "..internal..", "..impl..")
        .check(classes);
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
        .check(classes);
  }
}
