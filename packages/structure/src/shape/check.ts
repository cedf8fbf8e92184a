import type { Finding, Path, RuleId, Severity, Span } from '@mcpgw/diagnostics';
import { type Entry, isNull, type ListNode, type MapNode, type Node, type ScalarNode } from '../yaml/node.js';
import { ignoredField, lengthProblem, missingField, noneSet, severalSet, typeProblem, unknownField } from './messages.js';
import { exampleOf, expected, listNames, scalarProblem } from './problems.js';
import type {
  BufferedShape,
  Choice,
  Field,
  ListShape,
  MapShape,
  Problem,
  Refusal,
  Shape,
  StructShape,
  UnionShape,
  VersionRange,
} from './shape.js';
import { historyOf, inRange } from './versions.js';

/** What a structural check needs besides the value. */
export interface CheckOptions {
  readonly file: string;
  /** The version of the reader, as bare semver; fields and cases with a range are judged by it. */
  readonly version: string;
  /** How the reader is called in messages: `agentgateway v1.4.1`. */
  readonly reader: string;
  /** Strings that hold a placeholder are not judged: their value is known only where the file is used. */
  readonly placeholder?: RegExp;
  /** A field or map entry with the value null counts as absent (the API server drops it from custom resources). */
  readonly nullIsAbsent?: boolean;
}

const maxSteps = 5_000_000;
const maxFindings = 1000;

/** Checks a value against a shape and gives every finding, not the first only. */
export function checkShape(node: Node, shape: Shape, options: CheckOptions, path: Path = []): Finding[] {
  const checker = new Checker(options);
  checker.check(node, shape, path);
  return checker.findings;
}

class Checker {
  findings: Finding[] = [];
  private steps = 0;
  private buffering = false;
  private readonly keys = new WeakMap<MapNode, ReadonlySet<string>>();
  private readonly options: CheckOptions;

  constructor(options: CheckOptions) {
    this.options = options;
  }

  check(node: Node, shape: Shape, path: Path): void {
    if (++this.steps > maxSteps || this.findings.length >= maxFindings) return;
    switch (shape.type) {
      case 'any':
        return;
      case 'lazy':
        this.check(node, shape.get(), path);
        break;
      case 'versioned':
        this.check(node, this.caseOf(shape.cases), path);
        break;
      case 'select':
        this.check(node, shape.pick(node, this.options.version), path);
        break;
      case 'buffered':
        this.inBuffer(node, shape, path);
        break;
      case 'refined':
        this.refined(node, shape.of, shape.check, path);
        break;
      case 'union':
        this.union(node, shape, path);
        break;
      case 'list':
        this.list(node, shape, path);
        break;
      case 'map':
        this.map(node, shape, path);
        break;
      case 'struct':
        this.struct(node, shape, path);
        break;
      default:
        this.scalar(node, shape, path);
        break;
    }
  }

  private caseOf(cases: readonly (VersionRange & { shape: Shape })[]): Shape {
    return cases.find(candidate => inRange(this.options.version, candidate))?.shape ?? { type: 'any' };
  }

  private holds(range: VersionRange | true | undefined): boolean {
    return range === true || (range !== undefined && inRange(this.options.version, range));
  }

  private inBuffer(node: Node, shape: BufferedShape, path: Path): void {
    const before = this.buffering;
    this.buffering ||= inRange(this.options.version, shape);
    this.check(node, shape.of, path);
    this.buffering = before;
  }

  private refined(node: Node, of: Shape, look: (node: Node, version: string) => readonly Refusal[], path: Path): void {
    const before = this.findings.length;
    this.check(node, of, path);
    if (this.findings.slice(before).some(finding => finding.severity === 'error')) return;
    for (const refusal of look(node, this.options.version))
      this.report('bad-value', refusal, refusal.span ?? headSpan(refusal.node), [...path, ...(refusal.at ?? [])]);
  }

  private scalar(node: Node, shape: Exclude<Shape, { type: 'list' | 'map' | 'struct' | 'union' }>, path: Path): void {
    if (shape.type === 'enum' && shape.tagged === true && isTagged(node, shape.values)) return;
    if (node.kind !== 'scalar') {
      this.wrongType(node, expected(shape), path);
      return;
    }
    if (this.isPlaceholder(node)) return;
    const problem = scalarProblem(node, shape);
    if (problem !== undefined) this.report('wrong-type', problem, node.span, path);
  }

  private isAbsent(node: Node): boolean {
    return this.options.nullIsAbsent === true && isNull(node);
  }

  private isPlaceholder(node: ScalarNode): boolean {
    return this.options.placeholder?.test(node.text) ?? false;
  }

  private wrongType(node: Node, wanted: string, path: Path, example?: string): void {
    this.report('wrong-type', typeProblem(node, wanted, path, example), headSpan(node), path);
  }

  private list(node: Node, shape: ListShape, path: Path): void {
    if (node.kind !== 'list') {
      this.wrongType(node, 'a list', path);
      return;
    }
    const problem = lengthProblem(node.items.length, shape.min, shape.max);
    if (problem !== undefined) this.report('bad-value', problem, headSpan(node), path);
    node.items.forEach((item, index) => {
      this.check(item, shape.of, [...path, index]);
    });
  }

  private map(node: Node, shape: MapShape, path: Path): void {
    if (node.kind !== 'map') {
      this.wrongType(node, 'a mapping', path);
      return;
    }
    if (shape.unique === true) this.duplicates(node, path);
    for (const { key, keySpan, value } of lastOfEach(node)) {
      const problem = shape.key?.(key);
      if (problem !== undefined) this.report('bad-value', problem, keySpan, [...path, key]);
      if (!this.isAbsent(value)) this.check(value, shape.of, [...path, key]);
    }
  }

  private duplicates(node: MapNode, path: Path): void {
    const seen = new Set<string>();
    for (const { key, keySpan } of node.entries) {
      if (seen.has(key))
        this.report(
          'duplicate-field',
          { message: `"${key}" is already set above in this mapping`, suggestion: 'keep one of the two' },
          keySpan,
          [...path, key],
        );
      seen.add(key);
    }
  }

  private struct(node: Node, shape: StructShape, path: Path): void {
    if (node.kind === 'list' && this.holds(shape.sequence) && this.sequence(node, shape, path)) return;
    if (node.kind !== 'map') {
      this.wrongType(node, `a mapping (${shape.title})`, path, this.fieldExample(shape));
      return;
    }
    if (!this.buffering && !this.holds(shape.duplicates)) this.duplicates(node, path);
    for (const entry of lastOfEach(node)) this.entry(entry, node, shape, path);
    this.missing(node, shape, path);
    for (const choice of shape.choices ?? []) this.choice(node, choice, shape, path);
  }

  /** Whether a list was taken for a mapping: an empty one, or the value of its only field. */
  private sequence(node: ListNode, shape: StructShape, path: Path): boolean {
    const fields = Object.values(shape.fields).filter(field => inRange(this.options.version, field));
    const [field] = fields;
    if (node.items.length === 0) return true;
    if (fields.length !== 1 || node.items.length !== 1) return false;
    this.check(node.items[0]!, field!.shape, [...path, 0]);
    return true;
  }

  /** A field that a structure has, as it would be written: the first that it must have, else the first. */
  private fieldExample(shape: StructShape): string | undefined {
    const fields = Object.entries(shape.fields).filter(([, field]) => inRange(this.options.version, field));
    const [name, field] = fields.find(([, { need }]) => need === 'required') ?? fields.find(([key]) => key !== '$schema') ?? [];
    return name === undefined || field === undefined ? undefined : `${name}: ${exampleOf(field) ?? '...'}`;
  }

  private entry(entry: Entry, node: MapNode, shape: StructShape, path: Path): void {
    const field = shape.fields[entry.key];
    const inside = [...path, entry.key];
    if (field === undefined) {
      if (shape.rest === undefined) this.unknownField(entry, node, shape, path);
      else if (!this.isAbsent(entry.value)) this.check(entry.value, shape.rest, inside);
      return;
    }
    if (!inRange(this.options.version, field)) {
      this.otherVersion(entry, field, shape, inside);
      return;
    }
    if ((field.need === 'optional' && isNull(entry.value)) || this.isAbsent(entry.value)) return;
    this.check(entry.value, field.shape, inside);
  }

  private unknownField(entry: Entry, node: MapNode, shape: StructShape, path: Path): void {
    const names = Object.keys(shape.fields).filter(name => inRange(this.options.version, shape.fields[name]!));
    const known = { title: shape.title, names, taken: this.keysOf(node) };
    const inside = [...path, entry.key];
    if (!this.holds(shape.open)) this.report('unknown-field', unknownField(entry, known), entry.keySpan, inside);
    else {
      const problem = ignoredField(entry, known);
      if (problem !== undefined) this.report('ignored-field', problem, entry.keySpan, inside, 'warning');
    }
  }

  /** The keys of a mapping, collected once, however many of them are unknown. */
  private keysOf(node: MapNode): ReadonlySet<string> {
    const known = this.keys.get(node);
    if (known !== undefined) return known;
    const keys = new Set(node.entries.map(({ key }) => key));
    this.keys.set(node, keys);
    return keys;
  }

  private otherVersion(entry: Entry, field: Field, shape: StructShape, path: Path): void {
    if (this.holds(shape.open)) return;
    const message = `${this.options.reader} does not know the field "${entry.key}" in ${shape.title}: it ${historyOf(field)}`;
    const suggestion = field.instead === undefined ? `remove "${entry.key}"` : `use ${field.instead}`;
    this.report('unknown-field', { message, suggestion }, entry.keySpan, path);
  }

  private missing(node: MapNode, shape: StructShape, path: Path): void {
    for (const name in shape.fields) {
      const field = shape.fields[name]!;
      if (field.need !== 'required' || !inRange(this.options.version, field)) continue;
      if (node.entries.some(entry => entry.key === name && (field.orNull === true || !this.isAbsent(entry.value)))) continue;
      const written = node.entries.find(entry => entry.key === name)?.keySpan;
      this.report('missing-field', missingField(shape.title, name, field.doc, exampleOf(field)), written ?? headSpan(node), path);
    }
  }

  private choice(node: MapNode, choice: Choice, shape: StructShape, path: Path): void {
    if (!inRange(this.options.version, choice)) return;
    const counts = (entry: Entry): boolean => choice.nullIsAbsent !== true || !isNull(entry.value);
    const present = node.entries.filter(entry => choice.keys.includes(entry.key) && counts(entry));
    const distinct = new Set(present.map(entry => entry.key));
    if (choice.need === 'together') this.together(present, choice, shape, path);
    else if (distinct.size > 1) {
      const second = present[1]!;
      this.report('conflicting-fields', severalSet(shape.title, [...distinct]), second.keySpan, [...path, second.key]);
    }
    if (distinct.size === 0 && choice.need === 'one') this.noChoice(node, choice, shape, path);
  }

  private together(present: readonly Entry[], choice: Choice, shape: StructShape, path: Path): void {
    const missing = choice.keys.filter(key => !present.some(entry => entry.key === key));
    if (present.length === 0 || missing.length === 0) return;
    const message = `"${present[0]!.key}" in ${shape.title} goes only with ${listNames(missing)}`;
    this.report('missing-field', { message, suggestion: `add ${listNames(missing)}` }, present[0]!.keySpan, [...path, present[0]!.key]);
  }

  private noChoice(node: MapNode, choice: Choice, shape: StructShape, path: Path): void {
    const keys = choice.keys.filter(key => key !== 'invalid' && inRange(this.options.version, shape.fields[key] ?? {}));
    const fields = keys.map(name => ({ name, doc: shape.fields[name]?.doc ?? '' }));
    this.report('missing-field', noneSet(shape.title, fields), headSpan(node), path);
  }

  private union(node: Node, shape: UnionShape, path: Path): void {
    const outer = this.findings;
    let best: Finding[] | undefined;
    let bestScore = Number.POSITIVE_INFINITY;
    for (const variant of shape.of) {
      this.findings = [];
      this.check(node, variant, path);
      const score = distance(this.findings, path.length);
      if (score < bestScore) {
        best = this.findings;
        bestScore = score;
      }
      if (score === 0) break;
    }
    this.findings = outer;
    const telling = shape.of.filter(variant => variant.type !== 'null');
    if (bestScore >= mismatch && telling.length === 1) {
      this.check(node, telling[0]!, path);
      return;
    }
    const mismatched = bestScore >= mismatch && telling.length > 1;
    if (mismatched) {
      this.wrongType(node, listNames([...new Set(telling.map(variant => this.describe(variant)))], 'or', ''), path);
      return;
    }
    outer.push(...(best ?? []));
  }

  private describe(shape: Shape): string {
    switch (shape.type) {
      case 'lazy':
        return this.describe(shape.get());
      case 'versioned':
        return this.describe(this.caseOf(shape.cases));
      case 'refined':
      case 'buffered':
        return this.describe(shape.of);
      case 'select':
        return this.describe(shape.of[0]!);
      case 'struct':
        return `a mapping with ${listNames(Object.keys(shape.fields))}`;
      default:
        return expected(shape);
    }
  }

  private report(rule: RuleId, problem: Problem, span: Span, path: Path, severity: Severity = 'error'): void {
    this.findings.push({
      rule: problem.rule ?? rule,
      severity: problem.severity ?? severity,
      message: problem.message,
      file: this.options.file,
      span,
      path,
      ...(problem.suggestion === undefined ? {} : { suggestion: problem.suggestion }),
      ...(problem.mend === undefined ? {} : { fix: [{ span, text: problem.mend }] }),
    });
  }
}

function isTagged(node: Node, values: readonly string[]): boolean {
  return node.kind === 'map' && node.entries.length === 1 && values.includes(node.entries[0]!.key) && isNull(node.entries[0]!.value);
}

const mismatch = 1_000_000;

/** How far a value is from a variant: the wrong type at the top weighs most, then keys of the top level, then the rest. */
function distance(findings: readonly Finding[], depth: number): number {
  let score = 0;
  for (const finding of findings) {
    if (finding.severity !== 'error') continue;
    const below = (finding.path?.length ?? 0) - depth;
    if (finding.rule === 'wrong-type' && below <= 0) score += mismatch;
    else score += below <= 1 ? 100 : 1;
  }
  return score;
}

function lastOfEach(node: MapNode): Entry[] {
  const last = new Map<string, Entry>();
  for (const entry of node.entries) last.set(entry.key, entry);
  return [...last.values()];
}

/** A place to point at: a scalar whole, a collection by its first key or bracket. */
export function headSpan(node: Node): Span {
  if (node.kind === 'scalar') return node.span;
  if (node.kind === 'map' && node.entries.length > 0) return node.entries[0]!.keySpan;
  return { start: node.span.start, end: Math.min(node.span.end, node.span.start + 1) };
}
