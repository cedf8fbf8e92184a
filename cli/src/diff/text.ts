import { visible } from '@mcpgw/diagnostics';
import { stringify } from 'yaml';
import { unifiedDiff } from '../diff.js';
import { isScalar, type JsonData } from '../json.js';
import type { Paint } from '../paint.js';
import type { Change } from './compare.js';
import { formatPath } from './path.js';
import { countsOf, type DiffReport, type Effect, type ObjectReport } from './report.js';

export type Role = 'add' | 'remove' | 'change' | 'dim' | 'bold';

const maxInline = 100;

const effectTexts: Readonly<Record<Effect, string>> = {
  'restarts-pods': 'pods restart',
  'immutable-field': 'the server refuses it: the field cannot change, delete the object first',
};

const signs = { added: '+', removed: '-', changed: '~' } as const;
const roles = { added: 'add', removed: 'remove', changed: 'change' } as const;

/** The report for people. Every line of an object begins with `+`, `-` or `~` and its indent, as a reader of diffs expects. */
export function formatText(report: DiffReport, paint: Paint<Role> = text => text): string {
  const head = `${paint(`--- ${visible(report.from)}`, 'remove')}\n${paint(`+++ ${visible(report.to)}`, 'add')}\n`;
  const blocks = report.objects.map(object => `\n${objectTitle(object, paint)}\n${objectLines(object, paint)}`);
  return `${head}${blocks.join('')}\n${summary(report)}\n`;
}

export const summary = (report: DiffReport): string => {
  const { added, removed, changed, unchanged } = countsOf(report);
  const parts = [`${changed} changed`, `${added} added`, `${removed} removed`, `${unchanged} unchanged`];
  return report.objects.length === 0 ? `no change in ${unchanged} object${unchanged === 1 ? '' : 's'}` : parts.join(', ');
};

/** `apps/v1 Deployment mcp/demo`. */
export const objectName = ({ apiVersion, kind, namespace, name }: ObjectReport): string =>
  visible(`${apiVersion} ${kind} ${namespace === '' ? '' : `${namespace}/`}${name}`);

export const effectsText = ({ effects }: ObjectReport): string => effects.map(effect => effectTexts[effect]).join('; ');

function objectTitle(object: ObjectReport, paint: Paint<Role>): string {
  const effects = effectsText(object);
  return `${paint(signs[object.status], roles[object.status])} ${paint(objectName(object), 'bold')}${effects === '' ? '' : paint(`  (${effects})`, 'dim')}`;
}

function objectLines(object: ObjectReport, paint: Paint<Role>): string {
  if (object.object !== undefined) {
    const sign = signs[object.status];
    return lines(stringify(object.object, { lineWidth: 0 }), line => paint(`    ${sign} ${line}`, roles[object.status]));
  }
  return object.changes.map(change => changeLines(change, paint)).join('');
}

/** Transforms each line of a text. */
const lines = (text: string, each: (line: string) => string): string =>
  text
    .replace(/\n$/, '')
    .split('\n')
    .map(line => `${each(line)}\n`)
    .join('');

/** One change, without its indent: `~ path: old → new`, or the path with the lines of a longer value below it. */
export function changeLines(change: Change, paint: Paint<Role> = text => text, indent = '    '): string {
  const { op, from, to } = change;
  const path = visible(formatPath(change.path));
  if (op === 'reorder') return `${indent}${paint('~', 'change')} ${path}: order ${inline(from!)} → ${inline(to!)}\n`;
  if (op === 'add') return valueLines('+', 'add', path, to!, paint, indent);
  if (op === 'remove') return valueLines('-', 'remove', path, from!, paint, indent);
  if (typeof from === 'string' && typeof to === 'string' && (from.includes('\n') || to.includes('\n'))) {
    return `${indent}${paint('~', 'change')} ${path}:\n${textDiff(from, to, paint, indent)}`;
  }
  if (isShort(from!) && isShort(to!)) {
    return `${indent}${paint('~', 'change')} ${path}: ${paint(inline(from!), 'remove')} → ${paint(inline(to!), 'add')}\n`;
  }
  return valueLines('-', 'remove', path, from!, paint, indent) + valueLines('+', 'add', path, to!, paint, indent);
}

const inline = (value: JsonData): string => (isScalar(value) ? scalarText(value) : JSON.stringify(value));
const isShort = (value: JsonData): boolean => inline(value).length <= maxInline;

/** A scalar as YAML writes it; a masked value is unchanged. */
const scalarText = (value: null | boolean | number | string): string =>
  typeof value === 'string' && !/^\(masked, \d+ bytes\)$/.test(value) ? JSON.stringify(value) : String(value);

function valueLines(sign: string, role: Role, path: string, value: JsonData, paint: Paint<Role>, indent: string): string {
  if (isShort(value)) return `${indent}${paint(`${sign} ${path}: ${inline(value)}`, role)}\n`;
  const block = lines(stringify(value, { lineWidth: 0 }), line => paint(`${indent}${sign}   ${line}`, role));
  return `${indent}${paint(`${sign} ${path}:`, role)}\n${block}`;
}

function textDiff(from: string, to: string, paint: Paint<Role>, indent: string): string {
  const patch = unifiedDiff('', '', from, to);
  const inner = indent === '' ? '' : `${indent}  `;
  return lines(patch.slice(Math.max(0, patch.indexOf('@@'))), line => {
    const role = line.startsWith('+') ? 'add' : line.startsWith('-') ? 'remove' : undefined;
    return inner + (role === undefined ? visible(line) : paint(visible(line), role));
  });
}
