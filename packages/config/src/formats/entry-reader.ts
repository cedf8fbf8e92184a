import { type Finding, formatPath, type Path } from '@mcpgw/diagnostics';
import { headSpan } from '../shape/check.js';
import { entries, get, items, type Node, text as textOf } from '../yaml/node.js';
import { type Expansion, expandText } from './placeholders.js';

/** Reads the fields of one server entry with placeholders expanded. Fields of a wrong type read as absent: the shape check has said so. */
export class EntryReader {
  readonly name: string;
  readonly node: Node;
  readonly path: Path;
  private readonly expansion: Expansion;
  private readonly findings: Finding[];
  /** Whether a finding of severity `error` was made while reading. */
  failed = false;

  constructor(name: string, node: Node, path: Path, expansion: Expansion, findings: Finding[]) {
    this.name = name;
    this.node = node;
    this.path = path;
    this.expansion = expansion;
    this.findings = findings;
  }

  /** Whether the entry has fields at all. */
  get isMapping(): boolean {
    return this.node.kind === 'map';
  }

  /** A string field as it is written. */
  raw(key: string): string | undefined {
    return textOf(get(this.node, key));
  }

  /** Whether something is said against the value of a field already. */
  isRefused(key: string): boolean {
    const path = formatPath([...this.path, key]);
    return this.findings.some(finding => finding.severity === 'error' && formatPath(finding.path ?? []) === path);
  }

  /** A string field. */
  text(key: string): string | undefined {
    return this.textOf(get(this.node, key), [...this.path, key]);
  }

  /** A list of strings. */
  texts(key: string): string[] | undefined {
    const node = get(this.node, key);
    if (node?.kind !== 'list') return undefined;
    return items(node).flatMap((item, index) => this.textOf(item, [...this.path, key, index]) ?? []);
  }

  /** A mapping of strings; numbers and booleans count as their text. */
  record(key: string): Record<string, string> {
    const out: Record<string, string> = Object.create(null);
    for (const { key: name, value } of entries(get(this.node, key))) {
      if (value.kind !== 'scalar' || value.value === null) continue;
      out[name] = this.textOf(value, [...this.path, key, name]) ?? value.text;
    }
    return out;
  }

  number(key: string): number | undefined {
    const node = get(this.node, key);
    return node?.kind === 'scalar' && typeof node.value === 'number' ? node.value : undefined;
  }

  bool(key: string): boolean | undefined {
    const node = get(this.node, key);
    return node?.kind === 'scalar' && typeof node.value === 'boolean' ? node.value : undefined;
  }

  /** Adds an error about the entry, at a key of it where one is named. */
  refuse(rule: string, message: string, suggestion: string, key?: string): void {
    const node = (key === undefined ? undefined : get(this.node, key)) ?? this.node;
    const path = key === undefined ? this.path : [...this.path, key];
    this.findings.push({ rule, severity: 'error', message, file: this.expansion.file, span: headSpan(node), path, suggestion });
    this.failed = true;
  }

  private textOf(node: Node | undefined, path: Path): string | undefined {
    if (node?.kind !== 'scalar' || typeof node.value !== 'string') return undefined;
    const before = this.findings.length;
    const value = expandText(node.value, node, path, this.expansion, this.findings);
    if (this.findings.slice(before).some(finding => finding.severity === 'error')) this.failed = true;
    return value;
  }
}
