/** Structured text: reads YAML and JSON into nodes with positions, checks nodes against shapes, runs rules, and parses CEL. */
export { celTokens, guardsVariable, readsVariable } from './cel/facts.js';
export { celImplies } from './cel/implies.js';
export { type CelConstant, type CelJudgement, type CelType, type CelWorld, celTypeText, fails, judgeCel, no, yes } from './cel/judge.js';
export { type CelCall, type CelRead, celTree, celUses } from './cel/reads.js';
export { CelSyntaxError, checkCel, parseCel, type Token, tokenize } from './cel/syntax.js';
export { type CelNode, celParts, celPath } from './cel/tree.js';
export {
  type Answer,
  type Answers,
  type Census,
  type CensusGaps,
  censusGaps,
  censusRow,
  censusRows,
  commonAnswers,
  questions,
} from './rules/census.js';
export type { Env } from './rules/env.js';
export { jsonFindings } from './rules/json-findings.js';
export { KeptParts, type PartedText } from './rules/kept-parts.js';
export { memo, memoBy } from './rules/memo.js';
export { type Part, type PartList, partList, withParts } from './rules/parts.js';
export {
  docsOf,
  errorAt,
  findingOf,
  hitsOf,
  type Kind,
  type ReadFile,
  type ReportedHit,
  type Rule,
  type RuleContext,
  type RuleDocs,
  type RuleOf,
  type RuleSummary,
  runRules,
  severityOf,
} from './rules/rule.js';
export { reportIfSecret, reportSecret, secretRule } from './rules/secret-rule.js';
export { isKnownToken, isPlaceholder, isSecretName } from './rules/secret-text.js';
export { applyComments } from './rules/suppress.js';
export { type SwitchedSection, switchedOff, switchRule } from './rules/switched-off.js';
export { withoutEnd, withoutEnds } from './rules/text-ends.js';
export { checkShape } from './shape/check.js';
export { scalarProblem } from './shape/config-wording.js';
export { headSpan } from './shape/head-span.js';
export {
  ignoredField,
  lengthProblem,
  missingField,
  noneSet,
  severalSet,
  typeProblem,
  unknownField,
} from './shape/messages.js';
export { belongsUnder, type FieldPlace, type FieldSearch } from './shape/misplaced.js';
export { expected, listNames } from './shape/names.js';
export type { CheckOptions, Inspect, ReportProblem } from './shape/options.js';
export { caseOf, fits, knowsWord, resolved } from './shape/scalar.js';
export { searchShapes } from './shape/search-shapes.js';
export {
  type AnyShape,
  any,
  anyText,
  type BufferedShape,
  bool,
  buffered,
  type Choice,
  def,
  type EnumShape,
  type Field,
  float,
  int,
  type LazyShape,
  type ListShape,
  type LiteralShape,
  lazy,
  list,
  type MapShape,
  map,
  type Need,
  type NumberShape,
  nothing,
  number,
  oneOf,
  opt,
  type Problem,
  type RefinedShape,
  type Refusal,
  refined,
  req,
  type ScalarShape,
  type SelectShape,
  type Shape,
  type StringShape,
  type StructShape,
  select,
  string,
  struct,
  type TextCheck,
  type UnionShape,
  type Unsupported,
  union,
  type VersionedShape,
  type VersionRange,
  variants,
  versioned,
} from './shape/shape.js';
export {
  compareVersions,
  defaultVersion,
  describeRange,
  historyOf,
  inRange,
  knownVersions,
  parseVersion,
  versionOfTag,
} from './shape/versions.js';
export type { Failure, Reader, Worded, Wording } from './shape/wording.js';
export { decodeFile, maxStreamBytes } from './yaml/decode.js';
export { duplicateKeys, withoutRepeats } from './yaml/duplicate-keys.js';
export { entriesAt, given, givenKeys, isAt, isGiven, itemsAt, numberAt, textAt, textOrEmpty } from './yaml/given.js';
export { isJsonName } from './yaml/json-text.js';
export {
  at,
  type Entry,
  entries,
  entry,
  fromPlain,
  get,
  isNull,
  items,
  type ListNode,
  type MapNode,
  type Node,
  plainJson,
  type ScalarNode,
  text,
  toPlain,
  typeName,
} from './yaml/node.js';
export type { Parsed, ParseOptions } from './yaml/parse.js';
export { parseYaml } from './yaml/read.js';
export { type ReadYaml, yamlReadings } from './yaml/readings.js';
export { lastOfEach } from './yaml/repeats.js';
