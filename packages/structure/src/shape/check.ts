import type { Finding, Path, RuleId, Span } from '@mcpgw/diagnostics';
import { type Entry, entry, isNull, type ListNode, type MapNode, type Node, type ScalarNode } from '../yaml/node.js';
import { hasRepeats, lastOfEach, repeatedEntries } from '../yaml/repeats.js';
import { configWording } from './config-wording.js';
import { distance, mismatch } from './distance.js';
import { headSpan } from './head-span.js';
import type { CheckOptions, ReportProblem } from './options.js';
import { caseOf, resolved, scalarFailure } from './scalar.js';
import type {
  AnyShape,
  BufferedShape,
  Choice,
  Field,
  ListShape,
  MapShape,
  Problem,
  RefinedShape,
  Shape,
  StructShape,
  UnionShape,
  VersionRange,
} from './shape.js';
import { deepest, emptyText, isEmpty, isEmptyText, isTagged, requiredFields } from './values.js';
import { inRange } from './versions.js';
import type { Failure, Wording } from './wording.js';

/** What the reader does with the values below a field: checks them, stores them unchecked, or drops them. */
type Checking = 'checked' | 'unchecked' | 'dropped';

const maxSteps = 5_000_000;
const maxFindings = 1000;
/** Rules about decoding, which happens before any field is dropped or stored. */
const decoding: ReadonlySet<RuleId> = new Set<RuleId>(['unknown-field', 'wrong-type', 'duplicate-key', 'duplicate-field', 'feature-gate']);

/** Checks a value against a shape and returns all findings, not only the first one. */
export function checkShape(node: Node, shape: Shape, options: CheckOptions, path: Path = []): Finding[] {
  const checker = new Checker(options, path);
  checker.check(node, shape);
  return checker.gaveUp ? [...checker.findings, tooLarge(node, options.file, path)] : checker.findings;
}

/** The finding for a value that takes too many steps to check, for example because of aliases. */
const tooLarge = (node: Node, file: string, path: Path): Finding => ({
  rule: 'too-large',
  severity: 'error',
  message: `the value takes more than ${maxSteps} steps to check; the rest of it is not checked`,
  file,
  span: headSpan(node),
  path,
  suggestion: 'split it, or use fewer aliases',
});

class Checker {
  findings: Finding[] = [];
  readonly #options: CheckOptions;
  readonly #wording: Wording;
  readonly #path: (string | number)[];
  #steps = 0;
  #buffering = false;
  #checking: Checking = 'checked';
  /** The structures around the value that is checked, the outermost first, each with the length of its path. */
  readonly #around: { readonly shape: StructShape; readonly depth: number }[] = [];
  /** The mapping that is being inspected. */
  #inspected: MapNode | undefined;

  constructor(options: CheckOptions, path: Path) {
    this.#options = options;
    this.#wording = options.wording ?? configWording;
    this.#path = [...path];
  }

  /** Whether a part of the value was not checked because the value is too large. */
  get gaveUp(): boolean {
    return this.#steps > maxSteps;
  }

  check(node: Node, shape: Shape): void {
    if (++this.#steps > maxSteps || this.findings.length >= maxFindings) return;
    if (this.#options.decodesGo === true && isNull(node)) return;
    switch (shape.type) {
      case 'any':
        this.#any(node, shape);
        break;
      case 'lazy':
        this.check(node, shape.get());
        break;
      case 'versioned':
        this.check(node, caseOf(shape, this.#options.version));
        break;
      case 'select':
        this.check(node, shape.pick(node, this.#options.version));
        break;
      case 'buffered':
        this.#inBuffer(node, shape);
        break;
      case 'refined':
        this.#refined(node, shape);
        break;
      case 'union':
        this.#union(node, shape);
        break;
      case 'list':
        this.#list(node, shape);
        break;
      case 'map':
        this.#map(node, shape);
        break;
      case 'struct':
        this.#struct(node, shape);
        break;
      default:
        this.#scalar(node, shape);
        break;
    }
  }

  #below(step: string | number, node: Node, shape: Shape): void {
    this.#path.push(step);
    this.check(node, shape);
    this.#path.pop();
  }

  #holds(range: VersionRange | true | undefined): boolean {
    return range === true || (range !== undefined && inRange(this.#options.version, range));
  }

  #inBuffer(node: Node, shape: BufferedShape): void {
    const before = this.#buffering;
    this.#buffering ||= inRange(this.#options.version, shape);
    this.check(node, shape.of);
    this.#buffering = before;
  }

  #refined(node: Node, { of, check }: RefinedShape): void {
    const before = this.findings.length;
    this.check(node, of);
    if (this.findings.slice(before).some(finding => finding.severity === 'error')) return;
    for (const refusal of check(node, this.#options.version))
      this.#add('bad-value', refusal, refusal.span ?? headSpan(refusal.node), refusal.at);
  }

  #scalar(node: Node, shape: Shape): void {
    if (shape.type === 'enum' && shape.tagged === true && isTagged(node, shape.values)) return;
    if (node.kind !== 'scalar') this.#wrongType(node, shape);
    else if (!this.#isPlaceholder(node)) this.#checkScalar(node, shape);
  }

  #checkScalar(node: ScalarNode, shape: Shape): void {
    const wrong = scalarFailure(node, shape, this.#options.version);
    if (wrong === undefined) return;
    if (wrong === 'wrong-type') this.#wrongType(node, shape);
    else if ('kind' in wrong) this.#fail(wrong, node.span);
    else this.#add('bad-value', wrong, node.span);
  }

  #isAbsent(node: Node): boolean {
    return this.#options.nullIsAbsent === true && isNull(node);
  }

  #isPlaceholder(node: ScalarNode): boolean {
    return this.#options.placeholder?.test(node.text) ?? false;
  }

  #wrongType(node: Node, ...wanted: Shape[]): void {
    this.#fail({ kind: 'wrong-type', node, wanted, path: this.#path }, headSpan(node));
  }

  #any(node: Node, shape: AnyShape): void {
    if (shape.mapping === true && node.kind !== 'map') this.#wrongType(node, shape);
    else if (shape.unique === true) this.#uniqueBelow(node);
  }

  /** Reports repeated keys, the only error in a value of any type. */
  #uniqueBelow(node: Node): void {
    if (node.kind === 'scalar' || ++this.#steps > maxSteps) return;
    if (node.kind === 'map') this.#repeats(node.entries);
    const values = node.kind === 'map' ? node.entries.map(({ key, value }) => [key, value] as const) : node.items.entries();
    for (const [step, value] of values) {
      if (value.kind === 'scalar') continue;
      this.#path.push(step);
      this.#uniqueBelow(value);
      this.#path.pop();
    }
  }

  #list(node: Node, shape: ListShape): void {
    if (node.kind !== 'list') {
      this.#wrongType(node, shape);
      return;
    }
    const { length } = node.items;
    if (length < (shape.min ?? 0) || length > (shape.max ?? length))
      this.#fail({ kind: 'wrong-length', node, shape, length }, headSpan(node));
    for (let index = 0; index < length; index++) {
      this.#path.push(index);
      this.#item(node.items[index]!, shape.of);
      this.#path.pop();
    }
  }

  /** Checks an item. Go decodes null in a list to the zero value: a structure without any field, or an empty string. */
  #item(node: Node, shape: Shape): void {
    if (this.#options.decodesGo !== true || !isNull(node)) {
      this.check(node, shape);
      return;
    }
    const of = resolved(shape, this.#options.version);
    if (of.type === 'struct') this.#struct({ kind: 'map', entries: [], span: node.span }, of);
    else if (of.type === 'string' || of.type === 'enum') this.#checkScalar({ ...emptyText, span: node.span }, of);
  }

  #map(node: Node, shape: MapShape): void {
    if (node.kind !== 'map') {
      this.#wrongType(node, shape);
      return;
    }
    if (shape.unique === true) this.#repeats(node.entries);
    for (const { key, keySpan, value } of this.#decoded(node.entries)) {
      this.#path.push(key);
      const problem = shape.keys?.check?.(key, this.#options.version);
      if (problem !== undefined) this.#add('bad-value', problem, keySpan);
      if (!this.#isAbsent(value)) this.check(value, shape.of);
      this.#path.pop();
    }
  }

  /** The entries whose values are decoded: all of them for Go, else the last one of each key. */
  #decoded(entries: readonly Entry[]): readonly Entry[] {
    return this.#options.decodesGo === true ? entries : lastOfEach(entries);
  }

  #repeats(entries: readonly Entry[], isReported?: (key: string) => boolean): void {
    if (!hasRepeats(entries)) return;
    for (const entry of repeatedEntries(entries))
      if (isReported?.(entry.key) ?? true) this.#fail({ kind: 'repeated-key', entry }, entry.keySpan, [entry.key]);
  }

  #struct(node: Node, shape: StructShape): void {
    if (node.kind === 'list' && this.#holds(shape.sequence) && this.#sequence(node, shape)) return;
    if (node.kind !== 'map') {
      this.#wrongType(node, shape);
      return;
    }
    const entries = this.#decoded(node.entries);
    if (!this.#buffering && !this.#holds(shape.duplicates) && hasRepeats(node.entries))
      this.#repeats(node.entries, this.#options.decodesGo === true ? key => shape.fields[key] !== undefined : undefined);
    this.#around.push({ shape, depth: this.#path.length });
    for (const entry of entries) this.#entry(entry, node, shape);
    this.#around.pop();
    this.#missing(node, shape);
    for (const choice of shape.choices ?? []) this.#choice(node, choice, shape);
    this.#inspect(node, shape);
  }

  /** Whether a list was read as a mapping: an empty list, or one with the value of the only field. */
  #sequence(node: ListNode, shape: StructShape): boolean {
    const fields = Object.values(shape.fields).filter(field => inRange(this.#options.version, field));
    const [field] = fields;
    if (node.items.length === 0) return true;
    if (fields.length !== 1 || node.items.length !== 1) return false;
    this.#below(0, node.items[0]!, field!.shape);
    return true;
  }

  #entry(entry: Entry, node: MapNode, shape: StructShape): void {
    const field = shape.fields[entry.key];
    if (field === undefined) this.#unknown(entry, node, shape);
    else if (inRange(this.#options.version, field)) this.#field(entry, field);
    else if (!this.#holds(shape.open)) this.#fail({ kind: 'other-version', entry, field, shape }, entry.keySpan, [entry.key]);
  }

  #unknown(entry: Entry, node: MapNode, shape: StructShape): void {
    if (shape.rest !== undefined) {
      if (!this.#isAbsent(entry.value)) this.#below(entry.key, entry.value, shape.rest);
      return;
    }
    const kind = this.#holds(shape.open) ? 'ignored-field' : 'unknown-field';
    const around = this.#around.toReversed().map(({ shape, depth }) => ({ shape, path: this.#path.slice(0, depth) }));
    this.#fail({ kind, entry, node, shape, around }, entry.keySpan, [entry.key]);
  }

  #field(entry: Entry, field: Field): void {
    const { key, value } = entry;
    if ((field.need === 'optional' && isNull(value)) || this.#isAbsent(value)) return;
    this.#path.push(key);
    const checking = this.#checking;
    if (field.dropped !== undefined || field.unchecked === true) this.#setChecking(entry, field);
    if (field.nonEmpty === true && isEmpty(value, field.shape)) this.#fail({ kind: 'empty-field', entry }, entry.keySpan);
    else if (field.emptyIsAbsent !== true || !isEmptyText(value)) this.check(value, field.shape);
    this.#checking = checking;
    this.#path.pop();
  }

  #setChecking(entry: Entry, field: Field): void {
    if (this.#holds(field.dropped) && !isNull(entry.value)) {
      this.#fail({ kind: 'dropped-field', entry, field }, entry.keySpan);
      this.#checking = 'dropped';
    } else if (field.unchecked === true && this.#checking === 'checked') this.#checking = 'unchecked';
  }

  #missing(node: MapNode, shape: StructShape): void {
    for (const name of requiredFields(shape)) {
      const field = shape.fields[name]!;
      if (!inRange(this.#options.version, field)) continue;
      const written = entry(node, name);
      if (written !== undefined && (field.orNull === true || !this.#isAbsent(written.value))) continue;
      this.#fail({ kind: 'missing-field', name, field, node, shape }, written?.keySpan ?? headSpan(node));
    }
  }

  #choice(node: MapNode, choice: Choice, shape: StructShape): void {
    if (!inRange(this.#options.version, choice)) return;
    const counts = (entry: Entry): boolean => choice.nullIsAbsent !== true || !isNull(entry.value);
    const present = node.entries.filter(entry => choice.keys.includes(entry.key) && counts(entry));
    const distinct = new Set(present.map(entry => entry.key)).size;
    const broken = { choice, present, node, shape } as const;
    if (choice.need === 'together') {
      if (distinct === 0 || distinct === choice.keys.length) return;
      this.#fail({ kind: 'partly-chosen', ...broken }, present[0]!.keySpan, [present[0]!.key]);
    } else if (distinct > 1) this.#fail({ kind: 'too-many-chosen', ...broken }, present[1]!.keySpan, [present[1]!.key]);
    else if (distinct === 0 && choice.need === 'one') this.#fail({ kind: 'none-chosen', ...broken }, headSpan(node));
  }

  #union(node: Node, shape: UnionShape): void {
    const outer = this.findings;
    let best: Finding[] | undefined;
    let bestScore = Number.POSITIVE_INFINITY;
    for (const variant of shape.of) {
      this.findings = [];
      this.check(node, variant);
      const score = distance(this.findings, this.#path.length);
      if (score < bestScore) {
        best = this.findings;
        bestScore = score;
      }
      if (score === 0) break;
    }
    this.findings = outer;
    const telling = shape.of.filter(variant => variant.type !== 'null');
    if (bestScore < mismatch) outer.push(...(best ?? []));
    else if (telling.length === 1) this.check(node, telling[0]!);
    else if (telling.length > 1) this.#wrongType(node, ...telling);
    else outer.push(...(best ?? []));
  }

  #inspect(node: MapNode, shape: StructShape): void {
    if (this.#options.inspect === undefined) return;
    this.#inspected = node;
    this.#options.inspect(node, shape, this.#report);
  }

  readonly #report: ReportProblem = (rule, severity, below, message, suggestion) => {
    const problem = { severity, message, ...(suggestion === undefined ? {} : { suggestion }) };
    this.#add(rule, problem, headSpan(deepest(this.#inspected!, below)), below);
  };

  #fail(failure: Failure, span: Span, below: Path = []): void {
    const worded = this.#wording.say(failure, this.#options);
    if (worded === undefined) return;
    const { rule, message, suggestion, severity = 'error', fix, at = below } = worded;
    const problem = { message, severity, ...(suggestion === undefined ? {} : { suggestion }), ...(fix === undefined ? {} : { fix }) };
    this.#add(rule, problem, worded.span ?? span, at);
  }

  #add(otherwise: RuleId, problem: Problem, span: Span, below: Path = []): void {
    const { rule = otherwise, severity = 'error', suggestion, fix } = problem;
    const isSoft = this.#checking !== 'checked' && severity === 'error' && !decoding.has(rule);
    if ((isSoft && this.#checking === 'dropped') || this.findings.length >= maxFindings) return;
    this.findings.push({
      rule,
      severity: isSoft ? 'warning' : severity,
      message: isSoft ? this.#wording.unchecked(problem.message) : problem.message,
      file: this.#options.file,
      span,
      path: [...this.#path, ...below],
      ...(this.#wording.docs === undefined ? {} : { docs: this.#wording.docs(rule) }),
      ...(suggestion === undefined ? {} : { suggestion }),
      ...(fix === undefined ? {} : { fix: [{ span, text: fix }] }),
    });
  }
}
