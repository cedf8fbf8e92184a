/** Checks of single values that published schemas annotate but JSON Schema cannot express: bounds of durations, URL syntax, misspelled keys. */
import type { Finding, Path, RuleId, Severity, Span } from '@mcpgw/diagnostics';
import { type Entry, ignoredField, int, type MapNode, type Node, type Problem, scalarProblem } from '@mcpgw/structure';
import { type TextKind, textKinds } from '../formats/text-kinds.js';
import { type Annotation, type SchemaKeywords, typesOf } from './json-schema.js';
import { walkSchema } from './walk.js';

/** Converts a problem at a position to a finding. */
export function findingOf(rule: RuleId, problem: Problem, file: string, span: Span, path: Path, severity: Severity = 'error'): Finding {
  const { message, suggestion, fix } = problem;
  return {
    rule: problem.rule ?? rule,
    severity: problem.severity ?? severity,
    message,
    file,
    span,
    path,
    ...(suggestion === undefined ? {} : { suggestion }),
    ...(fix === undefined ? {} : { fix: [{ span, text: fix }] }),
  };
}

/** What is wrong with a text of the kind that a schema names. */
export function textProblem(text: string, { text: kind, min, max, zero }: Annotation = {}): Problem | undefined {
  if (kind === undefined) return undefined;
  const { check }: TextKind = textKinds[kind];
  return check(text, { ...(min !== undefined && { min }), ...(max !== undefined && { max }), ...(zero !== undefined && { zero }) });
}

const maxFindings = 1000;

/** Findings about single values. */
export function beyondSchema(node: Node, schema: SchemaKeywords, root: SchemaKeywords, file: string): Finding[] {
  const findings: Finding[] = [];
  walkSchema(node, schema, root, {
    value: ({ node, schema, path }) => {
      if (findings.length >= maxFindings) return false;
      if (node.kind === 'scalar') {
        const problem = typeof node.value === 'string' ? textProblem(node.value, schema['x-mcpgw']) : wholeProblem(node, schema);
        if (problem !== undefined)
          findings.push(findingOf(typeof node.value === 'string' ? 'bad-value' : 'wrong-type', problem, file, node.span, path));
      } else if (node.kind === 'map' && isOpen(schema)) findings.push(...nearMisses(node, schema, path, file));
      return true;
    },
    key: ({ key, keySpan }, schema, path) => {
      const problem = textProblem(key, schema['x-mcpgw']);
      if (problem !== undefined) findings.push(findingOf('bad-value', problem, file, keySpan, path));
    },
  });
  return findings;
}

/** Refuses 3.0 and integers of more than 64 bits, which JSON Schema accepts as integers. */
function wholeProblem(node: Node, schema: SchemaKeywords): Problem | undefined {
  if (node.kind !== 'scalar' || typesOf(schema).join() !== 'integer') return undefined;
  const isSpecial = typeof node.value === 'bigint' || (typeof node.value === 'number' && node.isFloat && Number.isInteger(node.value));
  return isSpecial ? scalarProblem(node, int(schema.minimum ?? Number.NEGATIVE_INFINITY, schema.maximum)) : undefined;
}

/** Whether a mapping has known fields and may also have keys of other programs. */
const isOpen = ({ properties, additionalProperties, title }: SchemaKeywords): boolean =>
  properties !== undefined && title !== undefined && additionalProperties === undefined;

function nearMisses(node: MapNode, { title = '', properties = {} }: SchemaKeywords, path: Path, file: string): Finding[] {
  const known = { title, names: Object.keys(properties), taken: new Set(node.entries.map(({ key }) => key)) };
  return node.entries.flatMap((entry: Entry) => {
    const problem = Object.hasOwn(properties, entry.key) ? undefined : ignoredField(entry, known);
    return problem === undefined ? [] : [findingOf('ignored-field', problem, file, entry.keySpan, [...path, entry.key], 'warning')];
  });
}
