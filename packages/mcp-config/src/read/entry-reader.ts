import { type Finding, formatPath, type Path, type RuleId, type Span } from '@mcpgw/diagnostics';
import { entries, get, headSpan, items, type Node, type Problem, text as textOf } from '@mcpgw/structure';
import { headerNameProblem, headerValueProblem } from '../formats/http.js';
import { type Expansion, expand, literalText } from '../formats/placeholders.js';

const twice = (name: string): Problem => ({
  message: `the header ${name} is set twice: names of headers are the same in any case`,
  suggestion: 'keep one of the two',
});
const nulProblem: Problem = { message: 'the text contains a NUL character, which no program can be given', suggestion: 'remove it' };

/** Reads the fields of one server entry and expands placeholders. A field of the wrong type counts as absent: the schema check reports it. */
export class EntryReader {
  readonly name: string;
  readonly node: Node;
  readonly path: Path;
  readonly #expansion: Expansion;
  readonly #findings: Finding[];
  readonly #open = new Set<string>();
  /** Whether reading has reported a finding of severity `error`. */
  failed = false;

  constructor(name: string, node: Node, path: Path, expansion: Expansion, findings: Finding[]) {
    this.name = name;
    this.node = node;
    this.path = path;
    this.#expansion = expansion;
    this.#findings = findings;
  }

  /** Whether the entry is a mapping. */
  get isMapping(): boolean {
    return this.node.kind === 'map';
  }

  /** The reader of a mapping in this one, which may be absent. Its errors do not make this reader fail. */
  section(key: string): EntryReader {
    const node = get(this.node, key) ?? { kind: 'map', entries: [], span: this.node.span };
    return new EntryReader(this.name, node, [...this.path, key], this.#expansion, this.#findings);
  }

  /** A reader of a field that is a mapping; undefined where it is none. */
  within(key: string): EntryReader | undefined {
    const node = get(this.node, key);
    return node?.kind === 'map' ? new EntryReader(this.name, node, [...this.path, key], this.#expansion, this.#findings) : undefined;
  }

  /** A string field as written, without expansion. */
  raw(key: string): string | undefined {
    return textOf(get(this.node, key));
  }

  /** Whether a finding about the value of a field already exists. */
  isRefused(key: string): boolean {
    const path = formatPath([...this.path, key]);
    return this.#findings.some(finding => finding.severity === 'error' && formatPath(finding.path ?? []) === path);
  }

  /** A string field. */
  text(key: string): string | undefined {
    return this.#textOf(get(this.node, key), [...this.path, key]);
  }

  /** A list of strings. */
  texts(key: string): string[] | undefined {
    const node = get(this.node, key);
    if (node?.kind !== 'list') return undefined;
    return items(node).flatMap((item, index) => this.#textOf(item, [...this.path, key, index]) ?? []);
  }

  /** A mapping of strings. Numbers and booleans count as their text. */
  record(key: string): Record<string, string> {
    const out: Record<string, string> = Object.create(null);
    for (const { key: name, value } of entries(get(this.node, key))) {
      if (value.kind !== 'scalar' || value.value === null) continue;
      out[name] = this.#textOf(value, [...this.path, key, name]) ?? value.text;
    }
    return out;
  }

  /** Whether a text that was read still contains a placeholder, so that its value is not known here. */
  isOpen(text: string): boolean {
    return this.#open.has(text);
  }

  /** The headers that are sent to the server. Headers that HTTP does not allow are errors. */
  headers(): Record<string, string> {
    const headers = this.record('headers');
    const seen = new Set<string>();
    for (const { key, keySpan, value } of entries(get(this.node, 'headers'))) {
      const path = [...this.path, 'headers', key];
      const text = headers[key];
      const isTwice = seen.has(key.toLowerCase());
      seen.add(key.toLowerCase());
      const nameProblem = headerNameProblem(key) ?? (isTwice ? twice(key) : undefined);
      if (nameProblem !== undefined) this.#report(nameProblem, keySpan, path);
      else if (text !== undefined) {
        const known = this.#open.has(text) ? literalText(text, this.#expansion.dialect) : text;
        const problem = headerValueProblem(key, known);
        if (problem !== undefined) this.#report(problem, headSpan(value), path);
      }
    }
    return headers;
  }

  /** The environment variables of a stdio server. Invalid names and values with a NUL are errors. */
  variables(key: string): Record<string, string> {
    const variables = this.record(key);
    for (const { key: name, keySpan, value } of entries(get(this.node, key))) {
      const path = [...this.path, key, name];
      if (name === '' || /[=\0]/.test(name))
        this.#report(
          { message: `"${name.replaceAll('\0', '\\0')}" is not a name of a variable`, suggestion: 'use letters, digits and "_"' },
          keySpan,
          path,
        );
      else if (variables[name]?.includes('\0') === true) this.#report(nulProblem, headSpan(value), path);
    }
    return variables;
  }

  /** Reports an error if a value for the operating system contains a NUL. */
  refuseNul(key: string, value: string | readonly string[] | undefined): void {
    const node = get(this.node, key);
    if (node !== undefined && [value ?? []].flat().some(text => text.includes('\0')))
      this.#report(nulProblem, headSpan(node), [...this.path, key]);
  }

  number(key: string): number | undefined {
    const node = get(this.node, key);
    return node?.kind === 'scalar' && typeof node.value === 'number' ? node.value : undefined;
  }

  bool(key: string): boolean | undefined {
    const node = get(this.node, key);
    return node?.kind === 'scalar' && typeof node.value === 'boolean' ? node.value : undefined;
  }

  /** Adds an error about the entry, at one of its keys if `key` is given. */
  refuse(rule: RuleId, message: string, suggestion: string, key?: string): void {
    const node = (key === undefined ? undefined : get(this.node, key)) ?? this.node;
    const path = key === undefined ? this.path : [...this.path, key];
    this.#findings.push({ rule, severity: 'error', message, file: this.#expansion.file, span: headSpan(node), path, suggestion });
    this.failed = true;
  }

  #report({ message, suggestion = 'change it' }: Problem, span: Span, path: Path): void {
    this.#findings.push({ rule: 'bad-value', severity: 'error', message, file: this.#expansion.file, span, path, suggestion });
    this.failed = true;
  }

  #textOf(node: Node | undefined, path: Path): string | undefined {
    if (node?.kind !== 'scalar' || typeof node.value !== 'string') return undefined;
    const { text, isOpen, faults } = expand(node.value, this.#expansion);
    if (isOpen) this.#open.add(text);
    for (const fault of faults) this.#findings.push({ ...fault, file: this.#expansion.file, span: node.span, path });
    if (faults.some(({ severity }) => severity === 'error')) this.failed = true;
    return text;
  }
}
