/**
 * Documents the chart's values from one source, the `# --` comments of values.yaml: writes the table in README.md (between its
 * markers) and the descriptions in values.schema.json.
 *
 *   node tools/chart-readme.mjs [--check] [CHART]     with --check, exit 1 if a file is not up to date
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { isMap, isPair, isScalar, parseDocument } from 'yaml';

const BEGIN = '<!-- values: begin -->';
const END = '<!-- values: end -->';

/** The documented values of a chart in file order: `{path, description, fallback}`, where `fallback` is the default as JSON. */
export function documentedValues(text) {
  const rows = [];
  const walk = (map, path, inherited) => {
    map.items.forEach((pair, index) => {
      if (!isPair(pair) || !isScalar(pair.key)) return;
      const here = [...path, String(pair.key.value)];
      // The parser assigns the comment above the first key of a map to the map itself.
      const description = comment(pair.key.commentBefore ?? (index === 0 ? inherited : undefined));
      if (description) rows.push({ path: here, description, fallback: JSON.stringify(pair.value?.toJSON() ?? null) });
      else if (isMap(pair.value)) walk(pair.value, here, pair.value.commentBefore ?? undefined);
    });
  };
  const document = parseDocument(text);
  walk(document.contents, [], document.contents.commentBefore ?? undefined);
  return rows;
}

function comment(text) {
  const start = text?.lastIndexOf(' -- ') ?? -1;
  if (start < 0) return undefined;
  return text
    .slice(start + 4)
    .split('\n')
    .map(line => line.trim())
    .join(' ');
}

function table(rows) {
  const cell = text => text.replaceAll('|', '\\|');
  const code = text => `\`${cell(text)}\``;
  const lines = rows.map(row => `| ${code(row.path.join('.'))} | ${code(row.fallback)} | ${cell(row.description)} |`);
  return ['| value | default | meaning |', '|---|---|---|', ...lines].join('\n');
}

function withTable(readme, rows) {
  const [begin, end] = [readme.indexOf(BEGIN), readme.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`README.md lacks the markers ${BEGIN} and ${END}`);
  return `${readme.slice(0, begin + BEGIN.length)}\n${table(rows)}\n${readme.slice(end)}`;
}

/** Sets the description of every documented value in the schema. A value that the schema does not have is an error. */
function withDescriptions(schemaText, rows) {
  const schema = JSON.parse(schemaText);
  const before = structuredClone(schema);
  for (const { path, description } of rows) property(schema, path).description = description;
  return isDeepStrictEqual(schema, before) ? schemaText : `${JSON.stringify(schema, null, 2)}\n`;
}

function property(schema, path) {
  return path.reduce((node, key) => {
    const next = deref(schema, node).properties?.[key];
    if (!next) throw new Error(`values.schema.json has no property ${path.join('.')}`);
    return next;
  }, schema);
}

function deref(schema, node) {
  return node.$ref ? schema.definitions[node.$ref.split('/').at(-1)] : node;
}

function main(args) {
  const check = args.includes('--check');
  const chart = args.find(arg => !arg.startsWith('--')) ?? join(import.meta.dirname, '..', 'charts', 'mcp-gateway');
  const rows = documentedValues(readFileSync(join(chart, 'values.yaml'), 'utf8'));
  const stale = [];
  for (const [name, update] of Object.entries({ 'README.md': withTable, 'values.schema.json': withDescriptions })) {
    const before = readFileSync(join(chart, name), 'utf8');
    const after = update(before, rows);
    if (before === after) continue;
    stale.push(name);
    if (check) continue;
    writeFileSync(join(chart, name), after);
    if (name.endsWith('.json')) execFileSync('npx', ['biome', 'format', '--write', join(chart, name)], { stdio: 'inherit' });
  }
  if (!check || stale.length === 0) return 0;
  console.error(`not up to date with values.yaml: ${stale.join(', ')}; run node tools/chart-readme.mjs`);
  return 1;
}

if (process.argv[1] === import.meta.filename) process.exitCode = main(process.argv.slice(2));
