package dev.penstock.flink.table;

import java.util.List;
import java.util.Set;
import org.apache.flink.annotation.Internal;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.catalog.UniqueConstraint;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.factories.DynamicTableSinkFactory;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.types.logical.RowType;

/** Makes tables of {@code 'connector' = 'bigquery'}; Flink finds it by its name. Thread-safe. */
@Internal
public final class BigQueryTableFactory
    implements DynamicTableSinkFactory, DynamicTableSourceFactory {
  @Override
  public String factoryIdentifier() {
    return "bigquery";
  }

  @Override
  public Set<ConfigOption<?>> requiredOptions() {
    return BigQueryConnectorOptions.required();
  }

  @Override
  public Set<ConfigOption<?>> optionalOptions() {
    return BigQueryConnectorOptions.optional();
  }

  @Override
  public DynamicTableSink createDynamicTableSink(Context context) {
    FactoryUtil.TableFactoryHelper helper = FactoryUtil.createTableFactoryHelper(this, context);
    helper.validate();
    ResolvedSchema schema = context.getCatalogTable().getResolvedSchema();
    TableSinkPlan plan =
        new TableSinkPlan(
            helper.getOptions(),
            (RowType) context.getPhysicalRowDataType().getLogicalType(),
            schema.getPrimaryKey().map(UniqueConstraint::getColumns).orElse(List.of()));
    plan.validate();
    plan.warn();
    return new BigQueryTableSink(plan);
  }

  @Override
  public DynamicTableSource createDynamicTableSource(Context context) {
    FactoryUtil.TableFactoryHelper helper = FactoryUtil.createTableFactoryHelper(this, context);
    helper.validate();
    return new BigQueryTableSource(helper.getOptions(), context.getPhysicalRowDataType());
  }
}
