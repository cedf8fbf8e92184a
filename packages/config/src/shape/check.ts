import { type Finding, nearest, type Path, type Severity, type Span } from '@mcpgw/diagnostics';
import { describeRange, inRange } from '../versions.js';
import { type Entry, isNull, type MapNode, type Node, type ScalarNode, typeName } from '../yaml/node.js';
import type {
  BufferedShape,
  Choice,
  Field,
  ListShape,
  MapShape,
  NumberShape,
  Problem,
  Refusal,
  Shape,
  StructShape,
  TextCheck,
  UnionShape,
  VersionRange,
} from './shape.js';

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

  private wrongType(node: Node, wanted: string, path: Path): void {
    const name = path.findLast(step => typeof step === 'string');
    const suggestion = typeAdvice(node, wanted, name === undefined ? 'it' : `"${name}"`);
    const problem = { message: `expected ${wanted}, found ${typeName(node)}`, ...(suggestion === undefined ? {} : { suggestion }) };
    this.report('wrong-type', problem, headSpan(node), path);
  }

  private list(node: Node, shape: ListShape, path: Path): void {
    if (node.kind !== 'list') {
      this.wrongType(node, 'a list', path);
      return;
    }
    const { min = 0, max = Number.POSITIVE_INFINITY } = shape;
    if (node.items.length < min || node.items.length > max) {
      const wanted = min === max ? `exactly ${min}` : node.items.length < min ? `at least ${min}` : `at most ${max}`;
      this.report(
        'bad-value',
        {
          message: `expected ${wanted} items, found ${node.items.length}`,
          suggestion: node.items.length < min ? 'add an item' : 'remove items',
        },
        headSpan(node),
        path,
      );
    }
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
    if (node.kind === 'list' && node.items.length === 0 && this.holds(shape.sequence)) return;
    if (node.kind !== 'map') {
      this.wrongType(node, `a mapping (${shape.title})`, path);
      return;
    }
    if (!this.buffering && !this.holds(shape.duplicates)) this.duplicates(node, path);
    for (const entry of lastOfEach(node)) this.entry(entry, node, shape, path);
    this.missing(node, shape, path);
    for (const choice of shape.choices ?? []) this.choice(node, choice, shape, path);
  }

  private entry(entry: Entry, node: MapNode, shape: StructShape, path: Path): void {
    const field = shape.fields[entry.key];
    const inside = [...path, entry.key];
    if (field === undefined) {
      this.unknownField(entry, node, shape, path);
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
    const free = names.filter(name => !node.entries.some(other => other.key === name));
    if (this.holds(shape.open)) {
      this.ignoredField(entry, nearest(entry.key, free), shape, path);
      return;
    }
    const near = nearest(entry.key, free) ?? nearest(entry.key, names);
    const suggestion = near === undefined ? `known here: ${listNames(names)}` : `did you mean "${near}"?`;
    const sameButCase = near !== undefined && free.includes(near) && plainName(near) === plainName(entry.key);
    const problem = { message: `unknown field "${entry.key}" in ${shape.title}`, suggestion, ...(sameButCase ? { mend: near } : {}) };
    this.report('unknown-field', problem, entry.keySpan, [...path, entry.key]);
  }

  /** A key that is taken in silence and looks like one that would count. */
  private ignoredField(entry: Entry, near: string | undefined, shape: StructShape, path: Path): void {
    if (near === undefined) return;
    const problem = { message: `"${entry.key}" is ignored in ${shape.title}`, suggestion: `did you mean "${near}"?` };
    this.report('ignored-field', problem, entry.keySpan, [...path, entry.key], 'warning');
  }

  private otherVersion(entry: Entry, field: Field, shape: StructShape, path: Path): void {
    if (this.holds(shape.open)) return;
    const message = `${this.options.reader} does not know the field "${entry.key}" in ${shape.title}: it exists ${describeRange(field)}`;
    const suggestion = field.instead === undefined ? `remove "${entry.key}"` : `use ${field.instead}`;
    this.report('unknown-field', { message, suggestion }, entry.keySpan, path);
  }

  private missing(node: MapNode, shape: StructShape, path: Path): void {
    for (const name in shape.fields) {
      const field = shape.fields[name]!;
      if (field.need !== 'required' || !inRange(this.options.version, field)) continue;
      if (node.entries.some(entry => entry.key === name && !this.isAbsent(entry.value))) continue;
      const problem = { message: `the field "${name}" is missing in ${shape.title}`, suggestion: `add "${name}": ${field.doc}` };
      this.report('missing-field', problem, headSpan(node), path);
    }
  }

  private choice(node: MapNode, choice: Choice, shape: StructShape, path: Path): void {
    if (!inRange(this.options.version, choice)) return;
    const present = node.entries.filter(entry => choice.keys.includes(entry.key));
    const distinct = new Set(present.map(entry => entry.key));
    if (distinct.size > 1) {
      const message = `only one of ${listNames([...distinct])} may be set in ${shape.title}`;
      this.report('conflicting-fields', { message, suggestion: 'keep one of them' }, present[1]!.keySpan, [...path, present[1]!.key]);
    }
    if (distinct.size === 0 && choice.need === 'one') this.noChoice(node, choice, shape, path);
  }

  private noChoice(node: MapNode, choice: Choice, shape: StructShape, path: Path): void {
    const keys = choice.keys.filter(key => key !== 'invalid' && inRange(this.options.version, shape.fields[key] ?? {}));
    const message =
      keys.length === 1 ? `the field "${keys[0]}" is missing in ${shape.title}` : `${shape.title} needs one of ${listNames(keys, 'or')}`;
    const suggestion = `add ${keys
      .map(key => `"${key}" (${shape.fields[key]?.doc ?? ''})`)
      .slice(0, 3)
      .join(' or ')}`;
    this.report('missing-field', { message, suggestion }, headSpan(node), path);
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

  private report(rule: string, problem: Problem, span: Span, path: Path, severity: Severity = 'error'): void {
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

/** A name without what is easily mistaken: case, `-` and `_`. */
function plainName(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, '');
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

function scalarProblem(node: ScalarNode, shape: Shape): Problem | undefined {
  switch (shape.type) {
    case 'string':
      return typeof node.value === 'string' ? checkedText(node.value, shape.check) : mismatchProblem(node, shape);
    case 'integer':
      return numberProblem(node, shape);
    case 'number':
      return numberProblem(node, shape);
    case 'enum':
      return enumProblem(node, shape.values);
    case 'boolean':
      return typeof node.value === 'boolean' ? undefined : mismatchProblem(node, shape);
    case 'null':
      return node.value === null ? undefined : mismatchProblem(node, shape);
    default:
      return undefined;
  }
}

function checkedText(value: string, check: ((text: string) => Problem | undefined) | undefined): Problem | undefined {
  const problem = check?.(value);
  return problem === undefined ? undefined : { rule: 'bad-value', ...problem };
}

/** A way out of a wrong type, where there is one that can be told. */
function typeAdvice(node: Node, wanted: string, name: string): string | undefined {
  if (node.kind === 'scalar' && node.value === null) return `write ${wanted}, or remove ${name}`;
  if (node.kind === 'list' && wanted.startsWith('a mapping')) return `write the fields of ${name} without "-" in front`;
  if (node.kind === 'map' && wanted.startsWith('a list')) return `write ${name} as a list: put "- " in front of each item`;
  if (node.kind === 'list' && node.items.length === 1) return 'write the item itself, without "-" in front';
  return node.kind === 'scalar' && wanted.startsWith('a list') ? `write ${name} as a list: [${node.text.slice(0, 40)}]` : undefined;
}

function mismatchProblem(node: ScalarNode, shape: Shape): Problem {
  const message = `expected ${expected(shape)}, found ${typeName(node)}`;
  if (node.value === null) return { message, suggestion: `write ${expected(shape)}, or remove the field` };
  if (shape.type === 'string' && node.plain) return quoteAdvice(node, message, shape.check);
  if (shape.type === 'boolean' && /^(?:yes|no|on|off|y|n|true|false)$/i.test(node.text)) {
    const word = /^(?:yes|on|y|true)$/i.test(node.text) ? 'true' : 'false';
    return { message, suggestion: `write ${word}`, mend: word };
  }
  const isNumber = shape.type === 'integer' || shape.type === 'number';
  if (isNumber && !node.plain && /^(?:0|[1-9]\d{0,14})$/.test(node.text))
    return { message, suggestion: 'remove the quotes', mend: node.text };
  return { message };
}

/** Quotes mend a text that reads as something else, unless the text itself is wrong too. */
function quoteAdvice(node: ScalarNode, message: string, check: TextCheck | undefined): Problem {
  const problem = check?.(node.text);
  if (problem === undefined) return { message, suggestion: `put quotes around it: "${node.text}"`, mend: JSON.stringify(node.text) };
  return problem.suggestion === undefined ? { message } : { message, suggestion: problem.suggestion };
}

function numberProblem(node: ScalarNode, shape: NumberShape): Problem | undefined {
  const { value } = node;
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  if (
    !isNumber ||
    (shape.type === 'integer' && node.isFloat && !(shape.integral === true && Number.isInteger(value))) ||
    (shape.fraction === true && !node.isFloat)
  )
    return mismatchProblem(node, shape);
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = shape;
  if (value >= min && value <= max) return undefined;
  return { rule: 'bad-value', message: `${node.text} is out of range: ${range(min, max)}` };
}

function range(min: number, max: number): string {
  if (max >= Number.MAX_SAFE_INTEGER) return `at least ${min}`;
  return min === Number.NEGATIVE_INFINITY ? `at most ${max}` : `from ${min} to ${max}`;
}

function enumProblem(node: ScalarNode, values: readonly string[]): Problem | undefined {
  if (typeof node.value === 'string' && values.includes(node.value)) return undefined;
  const near = nearest(node.text, values);
  const suggestion = near === undefined ? `one of ${listNames(values)}` : `did you mean "${near}"?`;
  if (typeof node.value !== 'string') return { message: `expected one of ${listNames(values)}, found ${typeName(node)}` };
  const sameButCase = values.filter(value => value.toLowerCase() === node.text.toLowerCase());
  const mend = sameButCase.length === 1 ? { mend: sameButCase[0]! } : {};
  return { rule: 'bad-value', message: `"${node.text}" is none of the known values`, suggestion, ...mend };
}

function expected(shape: Shape): string {
  switch (shape.type) {
    case 'string':
      return shape.name;
    case 'integer':
      return 'an integer';
    case 'number':
      return 'a number';
    case 'boolean':
      return 'true or false';
    case 'enum':
      return `one of ${listNames(shape.values)}`;
    case 'list':
      return 'a list';
    case 'null':
      return 'null';
    default:
      return 'a mapping';
  }
}

/** Joins names as `"a", "b" and "c"`, the first dozen of them. */
export function listNames(names: readonly string[], joiner = 'and', quote = '"'): string {
  const shown = names.slice(0, 12).map(name => `${quote}${name}${quote}`);
  if (names.length > shown.length) shown.push(`${names.length - shown.length} more`);
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} ${joiner} ${shown.at(-1)}`;
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
