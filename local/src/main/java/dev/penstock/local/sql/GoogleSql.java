package dev.penstock.local.sql;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.zetasql.Analyzer;
import com.google.zetasql.AnalyzerOptions;
import com.google.zetasql.LanguageOptions;
import com.google.zetasql.Parser;
import com.google.zetasql.SqlException;
import com.google.zetasql.TypeFactory;
import com.google.zetasql.ZetaSQLOptions.LanguageFeature;
import com.google.zetasql.ZetaSQLOptions.NameResolutionMode;
import com.google.zetasql.ZetaSQLOptions.ParameterMode;
import com.google.zetasql.ZetaSQLOptions.ProductMode;
import com.google.zetasql.ZetaSQLType.TypeKind;
import com.google.zetasql.parser.ASTNodes.ASTAlterMaterializedViewStatement;
import com.google.zetasql.parser.ASTNodes.ASTAlterStatementBase;
import com.google.zetasql.parser.ASTNodes.ASTAlterTableStatement;
import com.google.zetasql.parser.ASTNodes.ASTAlterViewStatement;
import com.google.zetasql.parser.ASTNodes.ASTIdentifier;
import com.google.zetasql.parser.ASTNodes.ASTScript;
import com.google.zetasql.parser.ASTNodes.ASTStatement;
import com.google.zetasql.resolvedast.ResolvedNode;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedExpr;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedStatement;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.ServiceException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** ZetaSQL's parser and analyzer, set up as the service's dialect. Thread-safe. */
final class GoogleSql implements AutoCloseable {
  private static final Pattern ALTER = Pattern.compile("alter", Pattern.CASE_INSENSITIVE);
  private static final Pattern POSITION = Pattern.compile(" \\[at (\\d+:\\d+)\\]");

  private final LanguageOptions language;
  private final AnalyzerCatalogs catalogs;
  private final LeftOut leftOut = LeftOut.load();

  /** Shared and never changed, because making options asks the native library. */
  private final AnalyzerOptions forNames = new AnalyzerOptions();

  private final AnalyzerOptions withoutParameters;

  private GoogleSql(LanguageOptions language) {
    this.language = language;
    this.catalogs = new AnalyzerCatalogs(language);
    this.forNames.setLanguageOptions(language);
    this.withoutParameters = newOptions();
  }

  /** Loads the native library and analyzes once, which takes seconds. */
  static GoogleSql load() {
    GoogleSql googleSql = AnalyzerChannel.withFirstCall(() -> new GoogleSql(language()));
    googleSql.analyze(new SqlRequest("", null, "US", "SELECT 1", List.of(), false), List.of());
    return googleSql;
  }

  /** The service's dialect. */
  static LanguageOptions language() {
    LanguageOptions language = new LanguageOptions();
    language.setNameResolutionMode(NameResolutionMode.NAME_RESOLUTION_DEFAULT);
    language.setProductMode(ProductMode.PRODUCT_EXTERNAL);
    language.enableMaximumLanguageFeatures();
    language.enableLanguageFeature(LanguageFeature.FEATURE_ALTER_COLUMN_SET_DATA_TYPE);
    language.enableLanguageFeature(LanguageFeature.FEATURE_ALTER_TABLE_RENAME_COLUMN);
    language.enableLanguageFeature(LanguageFeature.FEATURE_CREATE_TABLE_CLONE);
    language.enableLanguageFeature(LanguageFeature.FEATURE_CREATE_VIEWS_WITH_COLUMN_OPTIONS);
    language.enableLanguageFeature(LanguageFeature.FEATURE_ALTER_VIEWS_ALTER_COLUMN_SET_OPTIONS);
    language.setSupportsAllStatementKinds();
    language.enableReservableKeyword("QUALIFY");
    Set<LanguageFeature> features = EnumSet.noneOf(LanguageFeature.class);
    for (LanguageFeature feature : LanguageFeature.values()) {
      if (language.languageFeatureEnabled(feature)) {
        features.add(feature);
      }
    }
    // It would split aggregates that can fail over two columns.
    features.remove(LanguageFeature.FEATURE_ENFORCE_CONDITIONAL_EVALUATION);
    // The service's TIMESTAMP ends at microseconds; longer texts would be cut silently.
    features.remove(LanguageFeature.FEATURE_TIMESTAMP_NANOS);
    features.remove(LanguageFeature.FEATURE_TIMESTAMP_PICOS);
    language.setEnabledLanguageFeatures(features);
    return language;
  }

  /**
   * The tables that a statement names, each as the parts of its path.
   *
   * @param exists tells whether a table is there, asked for ALTER TABLE IF EXISTS
   */
  List<List<String>> tableNames(String sql, Predicate<List<String>> exists) {
    return refusing(
        sql,
        () -> {
          List<List<String>> names =
              new ArrayList<>(Analyzer.extractTableNamesFromStatement(sql, forNames));
          ASTStatement statement = names.isEmpty() && ALTER.matcher(sql).find() ? parse(sql) : null;
          if (statement instanceof ASTAlterStatementBase alter && isOfTable(alter)) {
            List<String> path =
                alter.getPath().getNames().stream().map(ASTIdentifier::getIdString).toList();
            if (!alter.getIsIfExists() || exists.test(path)) {
              names.add(path);
            }
          }
          return names;
        });
  }

  private static boolean isOfTable(ASTAlterStatementBase statement) {
    return statement instanceof ASTAlterTableStatement
        || statement instanceof ASTAlterViewStatement
        || statement instanceof ASTAlterMaterializedViewStatement;
  }

  /** Analyzes a statement over the tables it names. */
  ResolvedStatement analyze(SqlRequest request, List<Source> sources) {
    String sql = request.sql();
    SqlScope scope = request.scope();
    AnalyzerOptions options = options(request.parameters(), scope.systemVariables());
    ResolvedStatement node =
        refusing(
            sql,
            () ->
                catalogs.with(
                    sources,
                    scope.variables(),
                    catalog -> Analyzer.analyzeStatement(sql, options, catalog)));
    if (!DateConstants.mayBeFolded(node)) {
      return node;
    }
    ResolvedStatement unfolded = unfolded(request, sources, options);
    requireSpelledOut(sql, unfolded);
    return unfolded;
  }

  private ResolvedStatement unfolded(
      SqlRequest request, List<Source> sources, AnalyzerOptions options) {
    try {
      String calls = DateConstants.asCalls(request.sql(), parse(request.sql()));
      return AnalyzerCall.of(
          () ->
              catalogs.with(
                  sources,
                  request.scope().variables(),
                  catalog -> Analyzer.analyzeStatement(calls, options, catalog)));
    } catch (SqlException e) {
      // A few functions take a constant DATE for a DATETIME, but not a DATE.
      throw ServiceException.notSupported("SQL constant DATE as DATETIME");
    }
  }

  /** Refuses a DATETIME of 1970-01-01 that the text does not have. */
  private static void requireSpelledOut(String sql, ResolvedNode node) {
    if (!sql.contains("1970") && DateConstants.mayBeFolded(node)) {
      throw ServiceException.notSupported("SQL constant DATE as DATETIME");
    }
  }

  /** Analyzes an expression without columns, such as a default value. */
  ResolvedExpr analyzeExpression(String sql) {
    ResolvedExpr expression =
        refusing(
            sql,
            () ->
                catalogs.with(
                    List.of(),
                    catalog -> Analyzer.analyzeExpression(sql, withoutParameters, catalog)));
    requireSpelledOut(sql, expression);
    return expression;
  }

  /** Analyzes a condition over the columns of one table, which may name no other. */
  ResolvedExpr analyzeCondition(String sql, List<Field> columns) {
    AnalyzerOptions options = newOptions();
    columns.forEach(
        column -> options.addExpressionColumn(column.name(), FieldTypes.toType(column)));
    return refusing(
        sql,
        () ->
            catalogs.with(List.of(), catalog -> Analyzer.analyzeExpression(sql, options, catalog)));
  }

  private AnalyzerOptions newOptions() {
    AnalyzerOptions options = new AnalyzerOptions();
    options.setLanguageOptions(language);
    options.setPruneUnusedColumns(true);
    options.setCreateNewColumnForEachProjectedOutput(true);
    options.setDefaultTimezone("UTC");
    options.addDdlPseudoColumn("_PARTITIONDATE", TypeFactory.createSimpleType(TypeKind.TYPE_DATE));
    options.addDdlPseudoColumn(
        "_PARTITIONTIME", TypeFactory.createSimpleType(TypeKind.TYPE_TIMESTAMP));
    options.addSystemVariable(
        List.of("project_id"), TypeFactory.createSimpleType(TypeKind.TYPE_STRING));
    options.addSystemVariable(
        List.of("dataset_id"), TypeFactory.createSimpleType(TypeKind.TYPE_STRING));
    options.setParameterMode(ParameterMode.PARAMETER_NAMED);
    return options;
  }

  private AnalyzerOptions options(
      List<SqlParameter> parameters, List<SqlParameter> systemVariables) {
    if (parameters.isEmpty() && systemVariables.isEmpty()) {
      return withoutParameters;
    }
    AnalyzerOptions options = newOptions();
    for (SqlParameter variable : systemVariables) {
      options.addSystemVariable(
          List.of(ScriptVariables.name(variable).split("\\.")), FieldTypes.toType(variable.type()));
    }
    boolean positional = parameters.stream().anyMatch(parameter -> parameter.name() == null);
    options.setParameterMode(
        positional ? ParameterMode.PARAMETER_POSITIONAL : ParameterMode.PARAMETER_NAMED);
    for (SqlParameter parameter : parameters) {
      if (parameter.name() == null) {
        options.addPositionalQueryParameter(FieldTypes.toType(parameter.type()));
      } else {
        options.addQueryParameter(parameter.name(), FieldTypes.toType(parameter.type()));
      }
    }
    return options;
  }

  /** Words the analyzer's refusals as the service does (RT-146). */
  private <T> T refusing(String sql, Supplier<T> work) {
    SqlDepth.check(sql);
    try {
      return AnalyzerCall.of(work);
    } catch (SqlException e) {
      if (!isTooDeep(e) && isScript(sql)) {
        throw ServiceException.notSupported("SQL scripts of several statements");
      }
      throw leftOut.find(sql, e).map(ServiceException::notSupported).orElseGet(() -> refusal(e));
    }
  }

  /** Whether the analyzer's answer nests deeper than its protobuf reader, or the stack, goes. */
  private static boolean isTooDeep(SqlException refusal) {
    for (Throwable e = refusal.getCause(); e != null; e = e.getCause()) {
      if (e instanceof InvalidProtocolBufferException || e instanceof StackOverflowError) {
        return true;
      }
    }
    return false;
  }

  /**
   * Parses a text that may have several statements.
   *
   * @throws ServiceException 400 invalidQuery with the parser's text; 501 for one too deep
   */
  ASTScript parseScript(String sql) {
    SqlDepth.check(sql);
    try {
      return AnalyzerCall.of(() -> Parser.parseScript(sql, language));
    } catch (SqlException e) {
      throw refusal(e);
    }
  }

  private static ServiceException refusal(SqlException e) {
    if (isTooDeep(e)) {
      return SqlDepth.tooDeep();
    }
    Matcher position = POSITION.matcher(String.valueOf(e.getMessage()));
    return ServiceException.invalidQuery(position.replaceAll(" at [$1]"));
  }

  private ASTStatement parse(String sql) {
    return AnalyzerCall.of(() -> Parser.parseStatement(sql, language));
  }

  private boolean isScript(String sql) {
    try {
      parse(sql);
      return false;
    } catch (SqlException e) {
      return parsesAsScript(sql);
    }
  }

  private boolean parsesAsScript(String sql) {
    try {
      AnalyzerCall.of(() -> Parser.parseScript(sql, language));
      return true;
    } catch (SqlException e) {
      return false;
    }
  }

  @Override
  public void close() {
    catalogs.close();
  }
}
