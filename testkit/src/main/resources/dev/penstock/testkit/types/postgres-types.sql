-- Every type of PostgreSQL that a column may have, one row of plain values, one of edges, one of NULLs.
-- Statements end with a semicolon at the end of a line.
CREATE SCHEMA types;
CREATE TYPE types.mood AS ENUM ('sad', 'so-so', 'happy');
CREATE TYPE types.pair AS (a int4, b text);
CREATE DOMAIN types.price AS numeric(12, 2) CHECK (VALUE >= 0);
CREATE DOMAIN types.tag AS varchar(8);
CREATE TABLE types.scalars (
  id int8 PRIMARY KEY,
  c_bool bool,
  c_int2 int2,
  c_int4 int4 NOT NULL,
  c_int8 int8,
  c_oid oid,
  c_float4 float4,
  c_float8 float8,
  c_numeric numeric,
  c_numeric_10_2 numeric(10, 2),
  c_numeric_38_0 numeric(38, 0),
  c_numeric_20_12 numeric(20, 12),
  c_numeric_negative numeric(4, -2),
  c_price types.price,
  c_money money,
  c_text text,
  c_varchar varchar(5),
  c_varchar_any varchar,
  c_char char(4),
  c_tag types.tag,
  c_bytea bytea,
  c_uuid uuid,
  c_json json,
  c_jsonb jsonb,
  c_date date,
  c_time time,
  c_timetz timetz,
  c_timestamp timestamp,
  c_timestamptz timestamptz,
  c_interval interval,
  c_enum types.mood,
  c_composite types.pair,
  c_inet inet,
  c_cidr cidr,
  c_macaddr macaddr,
  c_bit bit(3),
  c_varbit varbit,
  c_point point,
  c_xml xml,
  c_tsvector tsvector,
  c_int4range int4range,
  c_tstzrange tstzrange,
  c_generated int8 GENERATED ALWAYS AS (c_int4::int8 * 2) STORED,
  "C Upper" text
);
INSERT INTO types.scalars VALUES (
  1, true, 2, 3, 4, 5, 1.5, 0.1, 1.10, 1234567.89, 12345678901234567890123456789012345678, 1.000000000001, 1200,
  9.99, 1234.5, 'plain', 'five!', 'any', 'ab', 'tag', '\x00ff', '00112233-4455-6677-8899-aabbccddeeff',
  '{"a": 1}', '{"a": 1}', '2026-01-31', '12:34:56.789', '12:34:56.789+02', '2026-01-31 12:34:56.789012',
  '2026-01-31 12:34:56.789012+02', '1 year 2 months 3 days 04:05:06.7', 'happy', '(1,x)', '192.168.0.1/24',
  '10.0.0.0/8', '08:00:2b:01:02:03', '101', '1', '(1,2)', '<a/>', 'a fat cat', '[1,5)',
  '["2026-01-31 00:00:00+02",)', DEFAULT, 'upper');
INSERT INTO types.scalars VALUES (
  2, false, -32768, -2147483648, -9223372036854775808, 4294967295, 'NaN', '-Infinity',
  -12345678901234567890123456789012345678.00000000000000000000000000000000000001, -99999999.99, -1, -0.000000000001,
  -999900, 0, -0.01, U&'\00e9\+01F600', U&'\+01F600\+01F600\+01F600\+01F600\+01F600', '', '', '', '', NULL,
  '[1, 1.0]', '"x"', '0001-01-01', '00:00:00', '24:00:00-15:59', '0001-01-01 00:00:00', '9999-12-31 23:59:59.999999+00',
  '-1 year -2 months +3 days -04:05:06.000007', 'so-so', '(,"a,b")', '::1', '::/0', NULL, '000', '', NULL, NULL, '',
  'empty', 'empty', DEFAULT, '');
INSERT INTO types.scalars (id, c_int4) VALUES (3, 0);
CREATE TABLE types.arrays (
  c_int4 int4[],
  c_text text[],
  c_varchar varchar(5)[],
  c_numeric numeric(10, 2)[],
  c_timestamptz timestamptz[],
  c_mood types.mood[],
  c_inet inet[],
  c_bytea bytea[],
  c_price types.price[]
);
INSERT INTO types.arrays VALUES (
  '{1,2}', '{a,"b,c",""}', '{five!}', '{1.10,-2}', '{"2026-01-31 12:00:00+02"}', '{sad,happy}',
  '{192.168.0.1}', '{"\\x00","\\x"}', '{9.99}');
INSERT INTO types.arrays VALUES ('{}', '{}', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
-- All of it in one table: the rows above, one of the highest values, and arrays of every type that has a column of its own.
CREATE TABLE types.every AS SELECT * FROM types.scalars;
ALTER TABLE types.every
  ADD PRIMARY KEY (id),
  ADD a_bool bool[], ADD a_int2 int2[], ADD a_int4 int4[], ADD a_int8 int8[], ADD a_float8 float8[],
  ADD a_numeric numeric[], ADD a_numeric_10_2 numeric(10, 2)[], ADD a_text text[], ADD a_varchar varchar(5)[],
  ADD a_bytea bytea[], ADD a_uuid uuid[], ADD a_json json[], ADD a_jsonb jsonb[], ADD a_date date[], ADD a_time time[],
  ADD a_timetz timetz[], ADD a_timestamp timestamp[], ADD a_timestamptz timestamptz[], ADD a_interval interval[],
  ADD a_mood types.mood[], ADD a_price types.price[], ADD a_inet inet[];
UPDATE types.every SET
  a_bool = '{t,f}', a_int2 = '{-1,2}', a_int4 = '{1,2}', a_int8 = '{9223372036854775807}', a_float8 = '{0.1,NaN}',
  a_numeric = '{1e-38,-0.5}', a_numeric_10_2 = '{1.10,-2}', a_text = '{a,"b,c","","NULL"}', a_varchar = '{five!}',
  a_bytea = '{"\\x00ff","\\x"}', a_uuid = '{00112233-4455-6677-8899-AABBCCDDEEFF}', a_json = '{"{\"b\": 1, \"a\": 2}"}',
  a_jsonb = '{"[1, null]","null"}', a_date = '{0001-01-01,9999-12-31}', a_time = '{23:59:59.999999}',
  a_timetz = '{12:00:00+02}', a_timestamp = '{"1969-12-31 23:59:59.999999"}',
  a_timestamptz = '{"2026-01-31 12:00:00+02"}', a_interval = '{"1 mon -1 day 00:00:00.5"}', a_mood = '{sad,happy}',
  a_price = '{9.99}', a_inet = '{192.168.0.1}' WHERE id = 1;
UPDATE types.every SET a_bool = '{}', a_int4 = '{}', a_numeric = '{}', a_text = '{}', a_jsonb = '{}', a_mood = '{}'
  WHERE id = 2;
INSERT INTO types.every (id, c_int2, c_int4, c_int8, c_float4, c_float8, c_numeric, c_numeric_10_2, c_numeric_38_0,
    c_price, c_char, c_tag, c_jsonb, c_date, c_time, c_timetz, c_timestamp, c_timestamptz, c_interval)
  VALUES (4, 32767, 2147483647, 9223372036854775807, '1e-45', '1.7976931348623157e308',
    578960446186580977117854925043439539266.34992332820282019728792003956564819967, 99999999.99,
    -99999999999999999999999999999999999999, 9999999999.99, 'abcd', 'abcdefgh', '18446744073709551615', '9999-12-31',
    '23:59:59.999999', '00:00:00+15:59', '9999-12-31 23:59:59.999999', '0001-01-01 00:00:00+00',
    '10000 years 3660000 days 87840000 hours');
