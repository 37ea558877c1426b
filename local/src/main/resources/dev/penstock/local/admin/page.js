// The page of a local BigQuery. All that comes from tables is put into the page as text, never as HTML.

const REST = '/bigquery/v2/';
const ADMIN = '/_penstock/';
const ROWS = 50;
const RESULT_ROWS = 200;

const main = document.getElementById('main');
const status = document.getElementById('status');

// ---- talking to the server

class Refused extends Error {}

async function call(method, path, body) {
  const options = { method, headers: { 'Content-Type': 'application/json' } };
  if (body !== undefined) {
    options.body = typeof body === 'string' ? body : JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch(path, options);
  } catch (e) {
    throw new Refused('The server does not answer: ' + e.message);
  }
  const text = await response.text();
  const answer = text ? JSON.parse(text) : {};
  if (!response.ok) {
    throw new Refused(answer.error ? answer.error.message : response.status + ' ' + text);
  }
  return answer;
}

const get = (path) => call('GET', path);
const post = (path, body) => call('POST', path, body);

function tablePath(id) {
  const [project, dataset, ...rest] = id.split('.');
  const parts = ['projects', project, 'datasets', dataset, 'tables', rest.join('.')];
  return REST + parts.map(encodeURIComponent).join('/');
}

async function projects() {
  const answer = await get(REST + 'projects');
  return (answer.projects || []).map((project) => project.id);
}

// ---- making elements

/** An element with properties, `on…` listeners, and children, of which texts stay texts. */
function make(name, properties, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties || {})) {
    if (key.startsWith('on')) {
      element.addEventListener(key.slice(2), value);
    } else if (key in element && key !== 'list') {
      element[key] = value;
    } else {
      element.setAttribute(key, value);
    }
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

function link(text, ...route) {
  return make('a', { href: '#/' + route.map(encodeURIComponent).join('/') }, text);
}

const drafts = kept();

/** What is typed outlives visits to other parts and reloads, where the browser lets it. */
function kept() {
  try {
    return window.sessionStorage;
  } catch (e) {
    return {};
  }
}

/** A control with an id whose text is kept. */
function draft(name, id, text, properties) {
  const value = drafts['draft-' + id] === undefined ? text : drafts['draft-' + id];
  return make(name, { id, value, autocomplete: 'off', spellcheck: false, ...properties,
    oninput: (event) => write(id, event.target.value) });
}

function write(id, text) {
  drafts['draft-' + id] = text;
}

function kind(column) {
  return column.number ? 'number' : column.tight ? 'tight' : column.wide ? 'wide' : '';
}

/** Says of what scrolls that the keyboard may do so. */
const scrolling = new ResizeObserver((seen) => seen.forEach(({ target }) => {
  target.tabIndex = target.scrollWidth > target.clientWidth ? 0 : -1;
}));

/**
 * A table of columns ({title, and number, tight or wide}) and rows of cells, each a text, an element or null.
 * In a narrow window its rows become lists, but not those of the data of users, which may have any columns.
 */
function grid(caption, columns, rows, rowClass) {
  const region = data(caption, columns, rows, rowClass);
  region.className = 'scroll stack';
  return region;
}

function data(caption, columns, rows, rowClass) {
  const head = columns.map((column) =>
    make('th', { scope: 'col', role: 'columnheader', className: column.number ? 'number' : '' }, column.title));
  const body = rows.map((cells, i) =>
    make('tr', { role: 'row', className: rowClass ? rowClass(i) : '' },
      cells.map((cell, c) => make('td', { role: 'cell', 'data-title': columns[c].title, className: kind(columns[c]) },
        cell === null || cell === undefined ? make('span', { className: 'null' }, 'NULL') : cell))));
  // The roles are those of the elements, which lists would lose.
  const region = make('div', { className: 'scroll', tabIndex: -1, role: 'region', 'aria-label': caption },
    make('table', { role: 'table', 'aria-label': caption },
      make('thead', { role: 'rowgroup' }, make('tr', { role: 'row' }, head)),
      make('tbody', { role: 'rowgroup' }, body)));
  scrolling.observe(region);
  return region;
}

function labelled(text, control) {
  return make('label', null, text, control);
}

function says(error) {
  return make('div', { className: 'error', role: 'alert' }, error.message);
}

function tell(text) {
  status.textContent = text;
}

/** Runs what a control asks for, and shows in a place what the server refuses. One at a time. */
async function attempt(place, work) {
  if (place.dataset.busy) {
    return;
  }
  place.dataset.busy = 'yes';
  place.replaceChildren();
  main.setAttribute('aria-busy', 'true');
  try {
    await work();
  } catch (error) {
    place.replaceChildren(says(error));
  } finally {
    delete place.dataset.busy;
    main.removeAttribute('aria-busy');
  }
}

/** A time as the values of tables have it; of milliseconds or as ISO 8601 writes it. */
function time(at) {
  const millis = Number(at) || Date.parse(at);
  return millis ? new Date(millis).toISOString().replace('T', ' ').replace('Z', ' UTC') : '';
}

function plural(count, one, many) {
  return count + ' ' + (Number(count) === 1 ? one : many);
}

// ---- values as REST writes them

function plain(field, value) {
  if (value === null || value === undefined) {
    return null;
  }
  if (field.mode === 'REPEATED') {
    return value.map((element) => plain({ ...field, mode: 'NULLABLE' }, element.v));
  }
  if (field.fields && field.fields.length) {
    return Object.fromEntries(
      field.fields.map((child, i) => [child.name, plain(child, value.f[i].v)]));
  }
  if (field.type === 'TIMESTAMP') {
    const micros = BigInt(value);
    const millis = micros / 1000n - (micros % 1000n < 0n ? 1n : 0n);
    const rest = String(micros - millis * 1000n).padStart(3, '0');
    return new Date(Number(millis)).toISOString().replace('T', ' ').replace('Z', rest + ' UTC');
  }
  return value;
}

/** The text of a plain value: itself, or JSON that writes the values inside by their types. */
function text(field, value) {
  return value === null || value === undefined || typeof value === 'string' ? value : json(field, value);
}

function json(field, value) {
  if (value === null || value === undefined) {
    return 'null';
  }
  if (Array.isArray(value)) {
    return '[' + value.map((element) => json(field, element)).join(',') + ']';
  }
  if (typeof value === 'object') {
    const members = field.fields.map((child) => JSON.stringify(child.name) + ':' + json(child, value[child.name]));
    return '{' + members.join(',') + '}';
  }
  // As it came: a number of JavaScript would lose digits.
  const asItIs = (NUMBERS.includes(field.type) && /\d/.test(value)) || BARE.includes(field.type);
  return asItIs ? value : JSON.stringify(value);
}

const BARE = ['BOOLEAN', 'BOOL', 'JSON'];
const NUMBERS = ['INTEGER', 'INT64', 'FLOAT', 'FLOAT64', 'NUMERIC', 'BIGNUMERIC'];

function valueColumns(fields) {
  return fields.map((field) => ({
    title: field.name,
    number: NUMBERS.includes(field.type) && field.mode !== 'REPEATED',
  }));
}

function valueRows(fields, rows) {
  return (rows || []).map((row) => row.f.map((cell, i) => text(fields[i], plain(fields[i], cell.v))));
}

// ---- tables

const TYPES = {
  TABLE: ['table', 'tables'], VIEW: ['view', 'views'], MATERIALIZED_VIEW: ['materialized view', 'materialized views'],
  SNAPSHOT: ['snapshot', 'snapshots'], EXTERNAL: ['external table', 'external tables'],
};

function counted(tables, total) {
  const counts = Object.entries(TYPES)
    .map(([type, words]) => [tables.filter((table) => table.type === type).length, words])
    .filter(([count]) => count)
    .map(([count, words]) => plural(count, ...words));
  return (counts.join(', ') || 'no table') + (total > tables.length ? ' among the first ' + tables.length + ' of ' + total : '');
}

async function tables() {
  const tree = make('ul', { className: 'tree' });
  for (const project of await projects()) {
    const listed = await get(REST + 'projects/' + encodeURIComponent(project) + '/datasets?maxResults=1000');
    for (const dataset of listed.datasets || []) {
      const name = dataset.datasetReference.datasetId;
      const of = await get(REST + 'projects/' + encodeURIComponent(project) + '/datasets/'
        + encodeURIComponent(name) + '/tables?maxResults=1000');
      const items = (of.tables || []).map((table) => make('li', null,
        link(table.tableReference.tableId, 'table', project + '.' + name + '.' + table.tableReference.tableId),
        table.type === 'TABLE' ? null : make('span', { className: 'dim' }, ' ' + table.type.toLowerCase().replace('_', ' '))));
      tree.append(make('li', null,
        make('strong', null, project + '.' + name),
        make('span', { className: 'dim' }, ' ' + counted(of.tables || [], of.totalItems || 0) + ' · ' + dataset.location),
        make('ul', null, items)));
    }
  }
  return ['Tables', tree.children.length ? tree : make('p', null, 'No dataset yet. A client makes one, or CREATE SCHEMA in ', link('SQL', 'sql'), '.')];
}

function schemaRows(fields, prefix) {
  return fields.flatMap((field) => [
    [prefix + field.name, field.type, field.mode || 'NULLABLE', field.description || ''],
    ...schemaRows(field.fields || [], prefix + field.name + '.'),
  ]);
}

/** By what a table is partitioned; null for one that is not. */
function partitioning({ timePartitioning: time, rangePartitioning: range }) {
  if (time) {
    return 'partitioned by ' + time.type + ' of ' + (time.field || 'the time of ingestion');
  }
  return range ? 'partitioned by ' + range.field + ' from ' + range.range.start + ' to ' + range.range.end
    + ' in steps of ' + range.range.interval : null;
}

/** A condition that lets a table with a required filter be queried: all of its rows, to be narrowed. */
function filter({ requirePartitionFilter, timePartitioning: time, rangePartitioning: range }) {
  const column = (time && time.field) || (range && range.field);
  return !requirePartitionFilter ? '' : ' WHERE ' + (column ? '`' + column + '`' : '_PARTITIONTIME') + ' IS NOT NULL';
}

async function table(id) {
  if (!/^.+\.[^.]+\.[^.]+$/.test(id || '')) {
    throw new Refused('No table is named ' + (id || 'here') + ': project.dataset.table is expected.');
  }
  const definition = await get(tablePath(id));
  const fields = (definition.schema && definition.schema.fields) || [];
  const keys = definition.tableConstraints && definition.tableConstraints.primaryKey
    ? definition.tableConstraints.primaryKey.columns : [];
  const view = definition.view || definition.materializedView;
  const state = definition.type === 'TABLE'
    ? (await get(ADMIN + 'streams?table=' + encodeURIComponent(id))).tables[0] : null;
  const facts = [
    TYPES[definition.type][0],
    keys.length ? 'primary key ' + keys.join(', ') : definition.type === 'TABLE' ? 'no primary key' : null,
    definition.clustering ? 'clustered by ' + definition.clustering.fields.join(', ') : null,
    partitioning(definition),
    definition.requirePartitionFilter ? 'filter required' : null,
    state && state.maxStaleness ? 'max_staleness ' + state.maxStaleness : null,
    'changed ' + time(definition.lastModifiedTime),
  ].filter(Boolean);
  const rows = make('div');
  const parts = [
    make('p', { className: 'dim' }, facts.join(' · ')),
    make('div', { className: 'actions' }, link('Query it', 'sql', 'SELECT * FROM `' + id + '`' + filter(definition) + ' LIMIT 100')),
    make('h3', null, 'Schema'),
    grid('Schema', [{ title: 'column' }, { title: 'type' }, { title: 'mode' }, { title: 'description' }], schemaRows(fields, '')),
  ];
  if (view) {
    parts.push(make('h3', null, 'SQL'), make('pre', { className: 'sql' }, view.query));
  } else {
    parts.push(make('h3', null, 'Rows'), rows);
  }
  if (state) {
    parts.push(...streams(state, keys.length > 0));
  }
  if (fields.length && !view) {
    await attempt(rows, () => page(rows, id, fields, keys, null));
  } else {
    rows.append(make('p', { className: 'dim' }, 'No columns yet.'));
  }
  return [id, ...parts];
}

async function page(place, id, fields, keys, token) {
  const answer = await get(tablePath(id) + '/data?maxResults=' + ROWS
    + '&formatOptions.useInt64Timestamp=true' + (token ? '&pageToken=' + encodeURIComponent(token) : ''));
  const columns = valueColumns(fields);
  const rows = valueRows(fields, answer.rows);
  if (keys.length) {
    columns.push({ title: 'changes', tight: true });
    rows.forEach((row, r) => row.push(link('story', 'story', id, keyOf(fields, keys, answer.rows[r]))));
  }
  place.append(data('Rows of ' + id, columns, rows));
  const actions = make('div', { className: 'actions' },
    make('span', { className: 'dim' }, plural(answer.totalRows, 'row', 'rows')));
  if (answer.pageToken) {
    const more = make('button', { type: 'button', className: 'quiet', onclick: () => attempt(place, async () => {
      await page(place, id, fields, keys, answer.pageToken);
      (place.querySelector('button') || place.firstChild).focus();
    }) }, 'Next ' + ROWS);
    actions.append(more);
  }
  place.append(actions);
}

function keyOf(fields, keys, row) {
  const values = keys.map((key) => {
    const index = fields.findIndex((field) => field.name.toLowerCase() === key.toLowerCase());
    const value = plain(fields[index], row.f[index].v);
    return [key, fields[index].type === 'TIMESTAMP' && value ? value.replace(' ', 'T').replace(' UTC', 'Z') : value];
  });
  return keys.length === 1 && !String(values[0][1]).startsWith('{') ? String(values[0][1]) : JSON.stringify(Object.fromEntries(values));
}

function streams(state, isKeyed) {
  const rows = state.streams.map((stream) => [stream.id, stream.kind, String(stream.rows),
    String(stream.tableRows), stream.finalized ? 'finalized' : 'open', time(stream.createMillis)]);
  return [
    make('h3', null, 'Write streams'),
    rows.length
      ? grid('Write streams', [{ title: 'id' }, { title: 'kind' }, { title: 'rows', number: true },
        { title: 'in the table', number: true }, { title: 'state' }, { title: 'made', tight: true }], rows)
      : make('p', { className: 'dim' }, 'None but the default stream.'),
    isKeyed ? make('p', { className: 'dim' }, plural(state.upserts, 'UPSERT', 'UPSERTs') + ' and '
      + plural(state.deletes, 'DELETE', 'DELETEs') + ' since the start.') : null,
  ];
}

// ---- SQL

const result = make('div', { id: 'result' });

async function sql(text) {
  if (text) {
    write('query', text);
    result.replaceChildren();
    // The way back leads to the text as it was left.
    history.replaceState(null, '', '#/sql');
  }
  const known = await projects();
  const project = draft('input', 'project', known[0] || 'p', { type: 'text' });
  const query = draft('textarea', 'query', '', { rows: 8, placeholder: 'Type a statement, e.g. SELECT 1' });
  const run = () => attempt(result, () => runSql(result, project.value, query.value));
  query.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      run();
    }
  });
  const form = make('form', { onsubmit: (event) => { event.preventDefault(); run(); } },
    labelled('Project', project),
    labelled('GoogleSQL (Ctrl-Enter runs it)', query),
    make('div', { className: 'actions' }, make('button', { type: 'submit', id: 'run' }, 'Run')));
  return ['SQL', form, result];
}

async function runSql(place, project, query) {
  tell('Running…');
  const began = performance.now();
  const base = REST + 'projects/' + encodeURIComponent(project) + '/queries';
  try {
    let answer = await post(base, { query, useLegacySql: false, maxResults: RESULT_ROWS, timeoutMs: 10000,
      formatOptions: { useInt64Timestamp: true } });
    while (!answer.jobComplete) {
      const job = answer.jobReference;
      answer = await get(base + '/' + encodeURIComponent(job.jobId) + '?maxResults=' + RESULT_ROWS
        + '&formatOptions.useInt64Timestamp=true&timeoutMs=10000&location=' + encodeURIComponent(job.location || ''));
    }
    const fields = (answer.schema && answer.schema.fields) || [];
    const facts = [Math.round(performance.now() - began) + ' ms'];
    if (answer.totalBytesProcessed !== undefined) {
      facts.push(plural(answer.totalBytesProcessed, 'byte', 'bytes') + ' read');
    }
    if (fields.length && answer.numDmlAffectedRows === undefined) {
      facts.unshift(plural(answer.totalRows, 'row', 'rows')
        + (answer.pageToken ? ', the first ' + answer.rows.length + ' shown' : ''));
      place.append(data('Result', valueColumns(fields), valueRows(fields, answer.rows)));
    } else {
      facts.unshift(answer.numDmlAffectedRows === undefined ? 'Done' : plural(answer.numDmlAffectedRows, 'row', 'rows') + ' changed');
    }
    place.append(make('p', { className: 'dim' }, facts.join(' · ')));
    // The line under the result says it.
    tell(place.isConnected ? 'The statement ran.' : '');
  } catch (error) {
    tell('');
    throw error;
  }
}

// ---- jobs

async function jobs() {
  const rows = [];
  for (const project of await projects()) {
    const listed = await get(REST + 'projects/' + encodeURIComponent(project)
      + '/jobs?projection=full&allUsers=true&maxResults=100');
    for (const job of listed.jobs || []) {
      rows.push(job);
    }
  }
  rows.sort((a, b) => Number(b.statistics.creationTime) - Number(a.statistics.creationTime));
  const cells = rows.map((job) => {
    const error = job.status.errorResult;
    const configuration = job.configuration;
    const what = configuration.query ? configuration.query.query
      : configuration.load ? 'into ' + target(configuration.load.destinationTable)
      : configuration.copy ? 'into ' + target(configuration.copy.destinationTable) : '';
    const took = job.statistics.endTime ? (job.statistics.endTime - job.statistics.startTime) + ' ms' : '';
    return [time(job.statistics.creationTime), configuration.jobType,
      error ? make('span', { className: 'bad' }, 'failed') : job.status.state.toLowerCase(),
      took, make('div', null, make('code', null, what.length > 300 ? what.slice(0, 300) + '…' : what),
        error ? make('div', { className: 'bad' }, error.message) : null,
        otherErrors(job.status)),
      make('code', null, job.jobReference.jobId)];
  });
  return ['Jobs', cells.length
    ? grid('Jobs', [{ title: 'made', tight: true }, { title: 'type' }, { title: 'state' }, { title: 'took', number: true },
      { title: 'what', wide: true }, { title: 'id' }], cells)
    : make('p', { className: 'dim' }, 'No job yet.')];
}

/** The errors of a job that its result does not say, such as those of single rows; null for none. */
function otherErrors({ errorResult, errors }) {
  const others = (errors || []).filter((error) => !errorResult || error.message !== errorResult.message);
  return others.length === 0 ? null : make('details', null,
    make('summary', null, plural(others.length, 'more error', 'more errors')),
    make('ul', null, others.map((error) => make('li', null, (error.location ? error.location + ': ' : '') + error.message))));
}

function target(reference) {
  return reference ? reference.projectId + '.' + reference.datasetId + '.' + reference.tableId : '';
}

// ---- the story of a row

async function story(id, key) {
  if (id && key) {
    write('story-table', id);
    write('story-key', key);
  }
  const of = draft('input', 'story-table', '', { type: 'text', placeholder: 'project.dataset.table', required: true });
  const value = draft('input', 'story-key', '', { type: 'text', placeholder: '7 or {"id": 7, "region": "eu"}', required: true });
  const result = make('div', { id: 'story' });
  const form = make('form', { className: 'fields', onsubmit: (event) => {
    event.preventDefault();
    const told = '#/story/' + encodeURIComponent(of.value) + '/' + encodeURIComponent(value.value);
    if (location.hash === told) {
      show();
    } else {
      location.hash = told;
    }
  } }, labelled('Table', of), labelled('Primary key', value), make('button', { type: 'submit', id: 'tell' }, 'Tell'));
  if (id && key) {
    await attempt(result, async () => {
      const told = await get(ADMIN + 'story?table=' + encodeURIComponent(id) + '&key=' + encodeURIComponent(key));
      tellStory(result, told, (await get(tablePath(id))).schema.fields);
    });
  }
  const hint = make('p', { className: 'dim' }, 'Which changes of a row came, and which of them won. The rows of a table with a primary key lead here from ',
    link('Tables', 'tables'), '; for a row that was deleted write its key.');
  return ['Story of a row', id && key ? null : hint, form, result];
}

function tellStory(place, told, fields) {
  place.append(make('p', { className: 'verdict' }, told.verdict));
  if (told.rows.length > 0) {
    place.append(make('h3', null, 'What queries see'),
      data(told.rows.length === 1 ? 'The row' : 'The rows', valueColumns(fields),
        told.rows.map((row) => fields.map((field) => text(field, row[field.name])))));
  }
  if (told.tombstone) {
    place.append(make('p', { className: 'dim' }, 'Tombstone of sequence ' + (told.tombstone.sequence || '(none)') + ' since ' + time(told.tombstone.since) + '.'));
  }
  const words = { WON: 'won', REPLACED: 'replaced', IGNORED: 'ignored', FORGOTTEN: 'forgotten' };
  const changes = told.changes.map((change) => [String(change.number), time(change.at), change.type,
    change.sequence === null ? make('span', { className: 'null' }, 'none') : change.sequence,
    make('span', { className: change.effect === 'WON' ? 'good' : '' }, words[change.effect] || change.effect),
    change.why, change.applied ? 'applied' : 'waiting']);
  place.append(make('h3', null, 'Changes in the order in which they came'), changes.length
    ? grid('Changes', [{ title: 'change', number: true }, { title: 'came', tight: true }, { title: 'type' }, { title: 'sequence' },
      { title: 'became' }, { title: 'why', wide: true }, { title: 'state' }], changes, (i) => told.changes[i].effect === 'WON' ? 'won' : '')
    : make('p', { className: 'dim' }, 'None is remembered.'));
  if (!told.complete) {
    place.append(make('p', { className: 'dim' }, 'There may have been others: changes of before the server was started, and the oldest ones, are not remembered.'));
  }
}

// ---- cost

async function cost() {
  const place = make('div');
  const show = (answer) => {
    const rows = answer.paths.map((line) => [line.path, String(line.calls), String(line.bytes),
      line.price === null ? 'not stated' : line.price + ' / ' + line.unit,
      line.amount === null ? 'not stated' : line.amount, line.note,
      make('span', { className: 'dim' }, line.facts + ', ' + line.date)]);
    place.replaceChildren(
      make('p', null, 'Since ' + time(answer.since) + ' the service would have billed ',
        make('strong', null, answer.total + ' ' + answer.currency), ', free tiers ' + answer.freeTiers + '.'),
      grid('Cost by path', [{ title: 'path' }, { title: 'calls', number: true }, { title: 'bytes', number: true },
        { title: 'price, USD', tight: true }, { title: 'amount, USD', number: true }, { title: 'what is counted', wide: true }, { title: 'source' }], rows));
  };
  show(await get(ADMIN + 'cost'));
  const errors = make('div');
  const reset = make('button', { type: 'button', className: 'quiet',
    onclick: () => attempt(errors, async () => show(await post(ADMIN + 'cost', { reset: true }))) }, 'Count from now on');
  return ['Cost', place, make('div', { className: 'actions' }, reset), errors];
}

// ---- faults and clock

async function control() {
  const [clock, faults, ackOnly, quotas, counters] = await Promise.all(
    ['clock', 'faults', 'ack-only', 'quotas', 'counters'].map((path) => get(ADMIN + path)));
  const errors = make('div');
  const change = (done, work) => attempt(errors, async () => {
    await work();
    await show();
    tell(done);
  });
  const by = draft('input', 'advance', 'PT1H', { type: 'text', 'aria-describedby': 'durations' });
  const script = draft('textarea', 'faults', '', { rows: 5, 'aria-describedby': 'codes',
    placeholder: '{"rules": [\n  {"method": "AppendRows", "fault": "fail", "code": "UNAVAILABLE"},\n'
      + '  {"method": "tables.insert", "fault": "fail", "code": "503"}]}' });
  const rules = faults.rules.map((rule) => {
    const { method, calls, met, ...rest } = rule;
    return [method, make('code', null, JSON.stringify(rest)), String(calls), String(met)];
  });
  const calls = Object.entries(counters.calls).map(([method, count]) =>
    [method, String(count), String(counters.faults[method] || 0)]);
  const box = (id, text, on, path, body) => make('label', { className: 'check' },
    make('input', { type: 'checkbox', id, checked: on, onchange: (event) => change(text + (event.target.checked ? ': on.' : ': off.'),
      () => post(ADMIN + path, body(event.target.checked))) }), text);
  return ['Faults and clock',
    errors,
    make('h3', null, 'Clock'),
    make('p', null, time(clock.now), make('span', { className: 'dim' }, ' ahead by ' + clock.ahead)),
    make('form', { className: 'fields', onsubmit: (event) => {
      event.preventDefault();
      change('The clock was put forward.', () => post(ADMIN + 'clock', { advance: by.value }));
    } }, labelled('Put it forward by', by), make('button', { type: 'submit', id: 'put-forward' }, 'Advance')),
    make('p', { className: 'dim', id: 'durations' }, 'An ISO 8601 duration: PT90S, PT1H, P7D.'),
    make('h3', null, 'Switches'),
    box('ack-only', 'Acknowledge appends without storing rows', ackOnly.on, 'ack-only', (on) => ({ on })),
    box('enforce', 'Refuse calls above the service\u2019s limits', quotas.enforced, 'quotas', (enforce) => ({ enforce })),
    make('div', { className: 'actions' }, make('button', { type: 'button', id: 'apply', className: 'quiet',
      onclick: () => change('All changes are applied.', () => post(ADMIN + 'apply-changes', {})) }, 'Apply all changes now')),
    make('h3', null, 'Faults'),
    rules.length ? grid('Fault rules', [{ title: 'method' }, { title: 'rule', wide: true }, { title: 'calls', number: true }, { title: 'met', number: true }], rules)
      : make('p', { className: 'dim' }, 'None.'),
    make('form', { onsubmit: (event) => {
      event.preventDefault();
      change('The rules were added.', async () => {
        await post(ADMIN + 'faults', script.value);
        write('faults', '');
      });
    } }, labelled('Fault script', script),
      make('p', { className: 'dim', id: 'codes' }, 'The code of a gRPC call is a status such as UNAVAILABLE;'
        + ' that of a REST method 503, or with a reason 403 rateLimitExceeded.'),
      make('div', { className: 'actions' },
        make('button', { type: 'submit', id: 'add' }, 'Add'),
        make('button', { type: 'button', id: 'remove', className: 'quiet',
          onclick: () => change('All rules are removed.', () => call('DELETE', ADMIN + 'faults')) }, 'Remove all'))),
    make('h3', null, 'Calls'),
    calls.length ? grid('Calls by method', [{ title: 'method' }, { title: 'calls', number: true }, { title: 'met a fault', number: true }], calls)
      : make('p', { className: 'dim' }, 'None.')];
}

// ---- which part is shown

const PARTS = { tables, table, sql, jobs, story, cost, control };
let shownLast = 0;
let partShown = '';

/** A part of the address as it was before it was escaped; as it is when nobody escaped it so. */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch (e) {
    return part;
  }
}

async function show() {
  const turn = ++shownLast;
  const [name, ...parts] = (location.hash.replace(/^#\//, '') || 'tables').split('/').map(decoded);
  const part = Object.hasOwn(PARTS, name) ? name : '';
  for (const anchor of document.querySelectorAll('nav a')) {
    const current = anchor.getAttribute('href') === '#/' + (part === 'table' ? 'tables' : part);
    if (current) {
      anchor.setAttribute('aria-current', 'page');
    } else {
      anchor.removeAttribute('aria-current');
    }
  }
  let content;
  try {
    content = part ? await PARTS[part](...parts) : nothing(location.hash);
  } catch (error) {
    content = [parts[0] || 'Refused', says(error)];
  }
  if (turn !== shownLast) {
    return;
  }
  const [title, ...elements] = content;
  const heading = make('h2', { tabIndex: -1 }, title);
  // Who works within a part stays at the control that was used.
  const used = part === partShown && main.contains(document.activeElement) ? document.activeElement.id : '';
  partShown = part;
  main.replaceChildren(heading, ...elements.filter(Boolean));
  document.title = title + ' – Penstock local';
  tell('');
  const first = document.getElementById(used || (part === 'sql' ? 'query' : '')) || heading;
  first.focus({ preventScroll: Boolean(used) });
}

function nothing(hash) {
  return ['No such part', make('p', { className: 'error' }, 'This page has no part ' + hash + '.'),
    make('p', null, 'The parts are above; ', link('Tables', 'tables'), ' is the first.')];
}

document.querySelector('.skip').addEventListener('click', (event) => {
  event.preventDefault();
  main.focus();
});
// A link to the part that is shown changes no address: it shows what has come since.
document.querySelector('nav').addEventListener('click', (event) => {
  if (event.target.href === location.href && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    show();
  }
});
window.addEventListener('hashchange', show);
show();
