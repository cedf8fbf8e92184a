import { type Finding, formatPath, nearest, type Path } from '@mcpgw/diagnostics';
import type { Chart } from '@mcpgw/helm';
import { isTable, placeOf, type ValuesFile } from './values-tree.js';

/** What the templates of a chart read: paths below `.Values`, and whether they also read it as a whole. */
interface Reads {
  readonly paths: readonly string[][];
  readonly whole: boolean;
}

const read = /(?<![\w$])\$?\.Values((?:\.[A-Za-z_][\w]*)*)/g;
const indexed = /\bindex\s+\$?\.Values((?:\.[\w]+)*)((?:\s+"[^"]*")+)/g;

/** The values of the user's files that no template reads and that the chart's own values do not know. */
export function unusedValues(
  chart: Chart,
  files: readonly ValuesFile[],
  user: Record<string, unknown>,
  known: Record<string, unknown>,
  path: Path = [],
): Finding[] {
  const reads = readsOf(chart);
  const children = new Map(chart.dependencies.map(child => [child.name, child]));
  const own = Object.fromEntries(Object.entries(user).filter(([key]) => !children.has(key) && key !== 'global'));
  const unused = reads.whole ? [] : unusedIn(own, known, [], reads.paths);
  const findings = unused.map(found => toFinding(files, [...path, ...found.path], found.siblings));
  const below = [...children].flatMap(([name, child]) => {
    const table = user[name];
    const base = known[name];
    return isTable(table) ? unusedValues(child, files, table, isTable(base) ? base : {}, [...path, name]) : [];
  });
  return [...findings, ...below];
}

const known = new WeakMap<Chart, Reads>();

function readsOf(chart: Chart): Reads {
  const reads = known.get(chart) ?? scan(chart);
  known.set(chart, reads);
  return reads;
}

function scan(chart: Chart): Reads {
  const paths: string[][] = [];
  let whole = false;
  for (const { data } of chart.templates) {
    const text = new TextDecoder().decode(data).replace(/\{\{-?\s*\/\*[\s\S]*?\*\/\s*-?\}\}/g, '');
    for (const [, rest, keys] of text.matchAll(indexed))
      paths.push([...steps(rest!), ...[...keys!.matchAll(/"([^"]*)"/g)].map(match => match[1]!)]);
    for (const match of text.matchAll(read)) {
      const path = steps(match[1]!);
      if (path.length > 0) paths.push(path);
      else if (!/\bindex\s+\$?$/.test(text.slice(Math.max(0, match.index - 12), match.index))) whole = true;
    }
  }
  return { paths, whole };
}

const steps = (text: string): string[] => text.split('.').filter(step => step !== '');

interface Unused {
  readonly path: Path;
  readonly siblings: readonly string[];
}

function unusedIn(
  table: Record<string, unknown>,
  known: Record<string, unknown>,
  path: readonly string[],
  reads: readonly string[][],
): Unused[] {
  return Object.entries(table).flatMap(([key, value]) => {
    const here = [...path, key];
    if (reads.some(other => startsWith(here, other))) return [];
    const below = known[key];
    if (isTable(value) && isTable(below)) return unusedIn(value, below, here, reads);
    if (Object.hasOwn(known, key) || key in known) return [];
    if (isTable(value) && reads.some(other => startsWith(other, here))) return unusedIn(value, {}, here, reads);
    const siblings = [...Object.keys(known), ...reads.filter(other => startsWith(other, path)).flatMap(other => other[path.length] ?? [])];
    return [{ path: here, siblings }];
  });
}

function startsWith(path: readonly string[], start: readonly string[]): boolean {
  return start.every((step, index) => path[index] === step);
}

function toFinding(files: readonly ValuesFile[], path: Path, siblings: readonly string[]): Finding {
  const place = placeOf(files, path, true) ?? { file: files.at(-1)?.file ?? 'values.yaml' };
  const near = nearest(String(path.at(-1)), new Set(siblings));
  return {
    rule: 'unused-value',
    severity: 'warning',
    message: `no template reads the value ${formatPath(path)}`,
    path,
    ...place,
    ...(near === undefined ? { suggestion: 'remove it' } : { suggestion: `did you mean "${near}"?` }),
  };
}
