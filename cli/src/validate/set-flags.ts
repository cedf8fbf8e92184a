/**
 * Where the `--set` family puts its values: each flag as a file of values whose text is that of the flag, read by the
 * parser that sets them. A flag that the parser refuses has no positions.
 */

import type { Span } from '@mcpgw/diagnostics';
import { type SetForm, type SetStep, type SetValue, setAssignments } from '@mcpgw/helm';
import { type Entry, type Node, parseYaml } from '@mcpgw/structure';
import type { ValidateFlags } from './flags.js';
import type { ValuesFile } from './values-tree.js';

/** The flags in the order in which Helm applies them; later ones win. */
const families: readonly (readonly [string, 'setJson' | 'set' | 'setString' | 'setFile' | 'setLiteral', SetForm])[] = [
  ['--set-json', 'setJson', 'json'],
  ['--set', 'set', 'set'],
  ['--set-string', 'setString', 'set'],
  ['--set-file', 'setFile', 'set'],
  ['--set-literal', 'setLiteral', 'literal'],
];

/** A flag that sets values, with its text: named `--set`, and `--set#2` for the second one. */
export interface SetFlag extends ValuesFile {
  readonly text: string;
}

/** The flags that set values, as files with positions. */
export function setFlags(flags: ValidateFlags): SetFlag[] {
  return families.flatMap(([name, key, form]) =>
    flags[key].map((text, index) => ({
      file: index === 0 ? name : `${name}#${index + 1}`,
      text,
      isFlag: true as const,
      root: form === 'json' && text.trim().startsWith('{') ? jsonAt(text, { start: 0, end: text.length }) : treeOf(text, form),
    })),
  );
}

/** JSON within a text, with positions in the complete text. */
function jsonAt(text: string, { start, end }: Span): Node | undefined {
  return parseYaml(' '.repeat(start) + text.slice(start, end), { file: '', dialect: 'core' }).documents[0];
}

interface MutableMap {
  readonly kind: 'map';
  readonly entries: Entry[];
  readonly span: Span;
}

interface MutableList {
  readonly kind: 'list';
  readonly items: Node[];
  readonly span: Span;
}

/** The values that one flag sets, as a tree whose nodes have positions in the flag's text. */
function treeOf(text: string, form: SetForm): Node {
  const root: MutableMap = { kind: 'map', entries: [], span: { start: 0, end: text.length } };
  for (const { path, value } of setAssignments(text, form)) insert(root, path, nodeOf(text, value));
  return root;
}

function nodeOf(text: string, value: SetValue): Node {
  if (value.kind === 'text') return scalar(value.text, value.span);
  if (value.kind === 'json') return jsonAt(text, value.span) ?? scalar('', value.span);
  return { kind: 'list', items: value.items.map(item => scalar(item.text, item.span)), span: value.span };
}

function scalar(text: string, span: Span): Node {
  return { kind: 'scalar', value: text, text, plain: false, isFloat: false, span };
}

function insert(root: MutableMap, steps: readonly SetStep[], value: Node): void {
  let target: MutableMap | MutableList = root;
  for (const [depth, step] of steps.entries()) {
    const next = steps[depth + 1];
    const existing = childOf(target, step);
    const wanted = next === undefined ? undefined : typeof next.name === 'number' ? 'list' : 'map';
    const child: Node = wanted === undefined ? value : existing?.kind === wanted ? existing : container(wanted, step.span);
    if (child !== existing) put(target, step, child);
    if (wanted !== undefined) target = child as MutableMap | MutableList;
  }
}

function childOf(target: MutableMap | MutableList, { name }: SetStep): Node | undefined {
  return target.kind === 'list' ? target.items[Number(name)] : target.entries.findLast(({ key }) => key === name)?.value;
}

const container = (kind: 'list' | 'map', span: Span): MutableMap | MutableList =>
  kind === 'list' ? { kind, items: [], span } : { kind, entries: [], span };

function put(target: MutableMap | MutableList, { name, span }: SetStep, value: Node): void {
  if (target.kind === 'map') {
    target.entries.push({ key: String(name), keySpan: span, value });
    return;
  }
  while (target.items.length < Number(name)) target.items.push(scalar('', span));
  target.items[Number(name)] = value;
}
