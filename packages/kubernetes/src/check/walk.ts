import { type Finding, nearest, type Path, type RuleId, type Severity, type Span } from '@mcpgw/diagnostics';
import { docsOf, type Entry, headSpan, isNull, type MapNode, type Node, type Problem, typeName } from '@mcpgw/structure';
import type { Leaf } from '../formats/leaf.js';
import { newestMinor } from '../objects/kinds.js';
import type { ObjectRule, RuleContext } from '../objects/rule.js';
import type { FieldType, MapType, StructField, StructType } from '../objects/table.js';
import { rulesOf } from '../rules/index.js';
import { typeOf } from '../types/index.js';
import { elsewhere } from './misplaced.js';

/** What is checked: one object of a known kind. */
export interface Subject {
  readonly file: string;
  readonly minor: number;
  readonly apiVersion: string;
  readonly kind: string;
}

const maxFindings = 200;
const maxDepth = 300;

/** Checks an object against its type and the rules of every type in it; reads as the server's strict JSON decoder does. */
export function checkObject(root: MapNode, type: StructType, subject: Subject, base: Path = []): Finding[] {
  const walker = new Walker(root, subject, base);
  walker.struct(root, type);
  return walker.findings;
}

class Walker implements RuleContext {
  readonly findings: Finding[] = [];
  readonly root: MapNode;
  readonly minor: number;
  readonly apiVersion: string;
  readonly kind: string;
  types: readonly string[] = [];
  private readonly file: string;
  private readonly path: (string | number)[];
  /** The fields of the structures that are being walked, one after the other; those of the next one start at `top`. */
  private readonly fields: (StructField | undefined)[] = [];
  private top = 0;
  /** The visit that last met a field, by the number of the field: each structure is looked through before those below it. */
  private readonly met: number[] = [];
  private visits = 0;
  private rule: ObjectRule | undefined;
  private at: MapNode;
  /** What the server does with the values below: judges them, stores them unseen, or drops them. */
  private fate: Fate = 'judged';

  constructor(root: MapNode, subject: Subject, base: Path) {
    this.root = root;
    this.at = root;
    this.minor = subject.minor;
    this.apiVersion = subject.apiVersion;
    this.kind = subject.kind;
    this.file = subject.file;
    this.path = [...base];
  }

  readonly report = (below: Path, message: string, suggestion?: string): void => {
    const found = locate(this.at, below);
    this.add(this.rule!.id, this.rule!.severity, found, [...this.path, ...below], message, suggestion);
  };

  struct(node: MapNode, type: StructType): void {
    const visit = ++this.visits;
    const { entries } = node;
    const { fields, top } = this;
    for (let index = 0; index < entries.length; index++) fields[top + index] = this.record(entries[index]!, type, visit);
    for (const field of type.required) if (this.met[field.ordinal] !== visit) this.missing(node, field);
    this.top += entries.length;
    for (let index = 0; index < entries.length; index++) {
      const field = fields[top + index];
      if (field !== undefined) this.field(entries[index]!, field);
    }
    this.top = top;
    for (const rule of rulesOf(type)) this.run(rule, node, type);
  }

  private record(entry: Entry, type: StructType, visit: number): StructField | undefined {
    const field = type.fields.get(entry.key);
    if (field === undefined) this.unknown(entry, type);
    else if (this.met[field.ordinal] === visit) this.duplicate(entry);
    else {
      this.met[field.ordinal] = visit;
      if (this.minor < field.since || this.minor >= field.until) this.otherVersion(entry, field);
    }
    return field;
  }

  private run(rule: ObjectRule, node: MapNode, type: StructType): void {
    this.rule = rule;
    this.at = node;
    this.types = type.names;
    rule.check(node, this);
  }

  private field({ key, keySpan, value }: Entry, field: StructField): void {
    this.path.push(key);
    const { fate } = this;
    if (field.gated > this.minor && this.minor >= field.since && !isNull(value)) this.dropped(key, keySpan, field);
    else if (field.unseen && fate === 'judged') this.fate = 'unseen';
    if (field.required && isZero(value, field.type))
      this.add('missing-field', 'error', { kind: 'span', span: keySpan }, this.path.slice(), `"${key}" may not be empty`);
    else if (field.judgesEmpty || !isEmptyText(value, field.type)) this.value(value, field.type);
    this.fate = fate;
    this.path.pop();
  }

  private dropped(key: string, span: Span, { gated }: StructField): void {
    const later = gated <= newestMinor ? `, or Kubernetes 1.${gated}` : '';
    const message = `Kubernetes 1.${this.minor} drops "${key}": its feature gate is off by default`;
    this.add(
      'feature-gate',
      'warning',
      { kind: 'span', span },
      this.path.slice(),
      message,
      `it needs a server with the feature gate on${later}`,
    );
    this.fate = 'dropped';
  }

  private value(node: Node, type: FieldType): void {
    if (isNull(node)) return;
    switch (type.kind) {
      case 'leaf':
        this.leaf(node, type);
        return;
      case 'ref':
        type.target ??= typeOf(type.name);
        if (node.kind === 'map') this.nested(node, type.target);
        else this.wrongType(node, 'a mapping');
        return;
      case 'list':
        this.list(node, type.of);
        return;
      case 'map':
        this.map(node, type);
        return;
      default:
        if (type.mapping && node.kind !== 'map') this.wrongType(node, 'a mapping');
        else this.any(node);
    }
  }

  private nested(node: MapNode, type: StructType): void {
    if (this.path.length < maxDepth) this.struct(node, type);
  }

  private leaf(node: Node, leaf: Leaf): void {
    if (node.kind !== 'scalar') {
      if (leaf.name !== 'schema-or-bool') this.wrongType(node, leaf.expected);
      else if (node.kind === 'map') this.nested(node, typeOf('JSONSchemaProps'));
      else this.wrongType(node, leaf.expected);
      return;
    }
    const problem = leaf.check(node, this.minor);
    if (problem !== undefined) this.problem(node, problem);
  }

  private list(node: Node, of: FieldType): void {
    if (node.kind !== 'list') {
      this.wrongType(node, 'a list');
      return;
    }
    for (let index = 0; index < node.items.length; index++) {
      this.path.push(index);
      this.item(node.items[index]!, of);
      this.path.pop();
    }
  }

  /** Null in a list is the zero value: a structure in which everything is missing, or an empty text. */
  private item(node: Node, of: FieldType): void {
    if (!isNull(node)) this.value(node, of);
    else if (of.kind === 'ref') this.struct({ kind: 'map', entries: [], span: node.span }, typeOf(of.name));
    else if (of.kind === 'leaf' && of.isText) this.leaf({ ...emptyText, span: node.span }, of);
  }

  private map(node: Node, type: MapType): void {
    if (node.kind !== 'map') {
      this.wrongType(node, 'a mapping');
      return;
    }
    this.uniqueKeys(node);
    for (const entry of node.entries) {
      this.path.push(entry.key);
      if (type.key !== undefined) this.key(entry, type.key);
      this.value(entry.value, type.of);
      this.path.pop();
    }
  }

  private key(entry: Entry, format: Leaf): void {
    const scalar = { kind: 'scalar', value: entry.key, text: entry.key, plain: false, isFloat: false, span: entry.keySpan } as const;
    const problem = format.check(scalar, this.minor);
    if (problem !== undefined) this.problem(scalar, problem);
  }

  /** Values of any type: only duplicate keys can be wrong. */
  private any(node: Node): void {
    if (node.kind === 'scalar' || this.path.length > maxDepth) return;
    if (node.kind === 'map') this.uniqueKeys(node);
    const values = node.kind === 'map' ? node.entries.map(entry => [entry.key, entry.value] as const) : node.items.entries();
    for (const [step, value] of values) {
      if (value.kind === 'scalar') continue;
      this.path.push(step);
      this.any(value);
      this.path.pop();
    }
  }

  private uniqueKeys({ entries }: MapNode): void {
    if (entries.length < 2) return;
    const keys = new Set<string>();
    for (const entry of entries) {
      if (keys.has(entry.key)) this.duplicate(entry);
      keys.add(entry.key);
    }
  }

  private duplicate({ key, keySpan }: Entry): void {
    this.add('duplicate-key', 'error', { kind: 'span', span: keySpan }, [...this.path, key], `the key "${key}" stands here twice`);
  }

  private missing(node: MapNode, field: StructField): void {
    this.add('missing-field', 'error', node, [...this.path, field.name], `"${field.name}" is missing`);
  }

  private otherVersion({ key, keySpan }: Entry, { since, until }: StructField): void {
    const range = this.minor < since ? `from 1.${since} on` : `before 1.${until}`;
    const message = `"${key}" is a field of Kubernetes ${range}, this is 1.${this.minor}`;
    this.add('unknown-field', 'error', { kind: 'span', span: keySpan }, [...this.path, key], message);
  }

  private unknown({ key, keySpan }: Entry, type: StructType): void {
    const path = [...this.path, key];
    const known = [...type.fields.values()].filter(field => this.minor >= field.since && this.minor < field.until);
    const near = nearest(
      key,
      known.map(field => field.name),
    );
    const place = near === undefined ? elsewhere(key, type, this.kind) : undefined;
    const suggestion = near === undefined ? place : `did you mean "${near}"?`;
    this.add('unknown-field', 'error', { kind: 'span', span: keySpan }, path, `"${key}" is not a field of ${type.name}`, suggestion);
  }

  private problem(node: Node, problem: Problem): void {
    this.add(problem.rule ?? 'bad-value', 'error', node, this.path.slice(), problem.message, problem.suggestion);
  }

  private wrongType(node: Node, wanted: string): void {
    this.add('wrong-type', 'error', node, this.path.slice(), `expected ${wanted}, found ${typeName(node)}`);
  }

  private add(rule: RuleId, weight: Severity, place: Place, path: Path, said: string, suggestion?: string): void {
    if (this.findings.length >= maxFindings) return;
    const unseen = this.fate !== 'judged' && weight === 'error' && !decoding.has(rule);
    if (unseen && this.fate === 'dropped') return;
    const severity = unseen ? 'warning' : weight;
    const message = unseen ? `${said}; the server stores it unseen, what reads it fails later` : said;
    const span = place.kind === 'span' ? place.span : headSpan(place);
    this.findings.push({
      rule,
      severity,
      message,
      file: this.file,
      span,
      path,
      docs: docsOf(rule),
      ...(suggestion === undefined ? {} : { suggestion }),
    });
  }
}

type Fate = 'judged' | 'unseen' | 'dropped';

/** What is refused while an object is decoded, before anything is dropped or judged. */
const decoding: ReadonlySet<string> = new Set(['unknown-field', 'wrong-type', 'duplicate-key', 'feature-gate']);
const emptyText = { kind: 'scalar', value: '', text: '', plain: false, isFloat: false } as const;

type Place = Node | { readonly kind: 'span'; readonly span: { readonly start: number; readonly end: number } };

/** The node at the end of a path, or the deepest one on the way there; for a key without a value of its own, the key. */
function locate(node: Node, path: Path): Place {
  let current = node;
  for (const step of path) {
    const next = typeof step === 'number' ? (current.kind === 'list' ? current.items[step] : undefined) : entryOf(current, step)?.value;
    if (next === undefined) return current;
    current = next;
  }
  return current;
}

function entryOf(node: Node, key: string): Entry | undefined {
  return node.kind === 'map' ? node.entries.findLast(entry => entry.key === key) : undefined;
}

function isZero(node: Node, type: FieldType): boolean {
  if (node.kind === 'scalar') return node.value === null || node.value === '';
  if (node.kind === 'map') return type.kind === 'map' && node.entries.length === 0;
  return node.items.length === 0;
}

function isEmptyText(node: Node, type: FieldType): boolean {
  return node.kind === 'scalar' && node.value === '' && type.kind === 'leaf' && type.isText;
}
