/**
 * Where the `--set` family puts its values: each flag as a file of values whose text is that of the flag. Reads what
 * helm.sh/helm/v4 v4.2.4 pkg/strvals takes; what that refuses gives no place.
 */

import type { Span } from '@mcpgw/diagnostics';
import { type Entry, type Node, parseYaml } from '@mcpgw/structure';
import type { ValidateFlags } from './flags.js';
import type { ValuesFile } from './values-tree.js';

type Form = 'set' | 'json' | 'literal';

/** The flags in the order in which Helm applies them; later ones win. */
const families: readonly (readonly [string, 'setJson' | 'set' | 'setString' | 'setFile' | 'setLiteral', Form])[] = [
  ['--set-json', 'setJson', 'json'],
  ['--set', 'set', 'set'],
  ['--set-string', 'setString', 'set'],
  ['--set-file', 'setFile', 'set'],
  ['--set-literal', 'setLiteral', 'literal'],
];

/** A flag that sets values, with its text: called `--set`, and `--set#2` where it is there again. */
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
      root:
        form === 'json' && text.trim().startsWith('{') ? jsonAt(text, { start: 0, end: text.length }) : new SetReader(text, form).root(),
    })),
  );
}

/** JSON within a text, with its places in the whole of it. */
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

interface Step {
  readonly name: string | number;
  readonly span: Span;
}

/** Most items that are filled in before an index; Helm's own limit is higher, and no place is worth that. */
const maxIndex = 10_000;

class SetReader {
  private readonly text: string;
  private readonly form: Form;
  private at = 0;

  constructor(text: string, form: Form) {
    this.text = text;
    this.form = form;
  }

  root(): Node {
    const root: MutableMap = { kind: 'map', entries: [], span: { start: 0, end: this.text.length } };
    while (this.at < this.text.length) {
      const steps = this.steps();
      if (steps === undefined) break;
      insert(root, steps, this.value());
    }
    return root;
  }

  /** `a.b[0].c=`; undefined where no value follows. */
  private steps(): Step[] | undefined {
    const steps: Step[] = [];
    for (let inList = false; ; ) {
      const { text, span, last } = this.until(inList ? '[.=' : this.form === 'literal' ? '=[.' : '=[,.');
      if (!inList) steps.push({ name: text, span });
      if (last === '=') return steps;
      if (last !== '.' && last !== '[') return undefined;
      inList = last === '[';
      if (!inList) continue;
      const index = this.until(']');
      if (!/^\d+$/.test(index.text) || Number(index.text) > maxIndex) return undefined;
      steps.push({ name: Number(index.text), span: index.span });
    }
  }

  private value(): Node {
    if (this.form === 'literal') return this.rest();
    if (this.form === 'json') return this.json();
    if (this.text[this.at] === '{') return this.list();
    const { text, span } = this.until(',');
    return scalar(text, span);
  }

  private rest(): Node {
    const span = { start: this.at, end: this.text.length };
    this.at = span.end;
    return scalar(this.text.slice(span.start), span);
  }

  private list(): Node {
    const start = this.at++;
    const items: Node[] = [];
    for (let last: string | undefined = ','; last === ','; ) {
      const item = this.until(',}');
      items.push(scalar(item.text, item.span));
      last = item.last;
    }
    const end = this.at;
    if (this.text[this.at] === ',') this.at++;
    return { kind: 'list', items, span: { start, end } };
  }

  private json(): Node {
    const start = this.at;
    const end = jsonEnd(this.text, start);
    this.at = end;
    while (/[\s,]/.test(this.text[this.at] ?? '')) if (this.text[this.at++] === ',') break;
    return jsonAt(this.text, { start, end }) ?? scalar('', { start, end });
  }

  /** Up to one of `stop`, which is consumed; a backslash takes the next character as it stands. */
  private until(stop: string): { readonly text: string; readonly span: Span; readonly last: string | undefined } {
    const start = this.at;
    let text = '';
    while (this.at < this.text.length) {
      const character = this.text[this.at++]!;
      if (stop.includes(character)) return { text, span: { start, end: this.at - 1 }, last: character };
      const isEscape = character === '\\' && this.form !== 'literal';
      text += isEscape ? (this.text[this.at++] ?? '') : character;
    }
    return { text, span: { start, end: this.text.length }, last: undefined };
  }
}

/** Where the JSON value that starts here ends. */
function jsonEnd(text: string, start: number): number {
  const token = /"(?:[^"\\]|\\.)*"|[[\]{},]/gs;
  token.lastIndex = start;
  let depth = 0;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const [found] = match;
    if (found === ',' && depth === 0) return match.index;
    if (found === '[' || found === '{') depth++;
    else if ((found === ']' || found === '}') && --depth === 0) return token.lastIndex;
  }
  return text.length;
}

function scalar(text: string, span: Span): Node {
  return { kind: 'scalar', value: text, text, plain: false, isFloat: false, span };
}

function insert(root: MutableMap, steps: readonly Step[], value: Node): void {
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

function childOf(target: MutableMap | MutableList, { name }: Step): Node | undefined {
  return target.kind === 'list' ? target.items[Number(name)] : target.entries.findLast(({ key }) => key === name)?.value;
}

const container = (kind: 'list' | 'map', span: Span): MutableMap | MutableList =>
  kind === 'list' ? { kind, items: [], span } : { kind, entries: [], span };

function put(target: MutableMap | MutableList, { name, span }: Step, value: Node): void {
  if (target.kind === 'map') {
    target.entries.push({ key: String(name), keySpan: span, value });
    return;
  }
  while (target.items.length < Number(name)) target.items.push(scalar('', span));
  target.items[Number(name)] = value;
}
