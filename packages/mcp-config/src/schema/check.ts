/**
 * The check of lists of MCP servers and of gateway.yaml by their published JSON Schema, compiled to plain code. Further checks cover what
 * JSON Schema cannot express. Refusals that a rule may explain better stay open until the rules have run (`settled`).
 */
import { type Finding, formatPath, type Path } from '@mcpgw/diagnostics';
import { fromPlain, type Node } from '@mcpgw/structure';
import type { McpFormat } from '../formats/detect.js';
import { dialects, type PlaceholderDialect } from '../formats/placeholders.js';
import { beyondSchema } from './beyond.js';
import { type Explained, explained, type OpenRefusal } from './explain.js';
import type { AjvError, SchemaKeywords, Validator } from './json-schema.js';
import { publishedFormat } from './published.js';

/** Checks a document against the published schema of its format. */
export function checkPublished(root: Node, format: McpFormat, file: string): Explained {
  const { schema, validate } = publishedFormat(format);
  return check(root, schema, { root: schema, validate, file, dialect: dialects[format] });
}

/** Findings about the form of an entry of `apis`, given as plain data. Their spans have no meaning. */
export function checkServeApi(value: unknown): readonly Finding[] {
  const { schema, validateApi } = publishedFormat('serve');
  const { findings, open } = check(fromPlain(value), schema.$defs!['REST-API']!, {
    root: schema,
    validate: validateApi!,
    file: '',
    dialect: dialects.apis,
  });
  return settled(findings, open);
}

interface CompiledCheck {
  /** The whole schema, including the definitions. */
  readonly root: SchemaKeywords;
  readonly validate: Validator;
  readonly file: string;
  readonly dialect: PlaceholderDialect;
}

function check(node: Node, schema: SchemaKeywords, { root, validate, file, dialect }: CompiledCheck): Explained {
  const beyond = beyondSchema(node, schema, root, file);
  if (validate(jsonOf(node))) return { findings: beyond, open: [] };
  const errors = (validate.errors ?? []).filter((error): error is AjvError => error !== undefined);
  const { findings, open } = explained(node, root, errors, file, dialect);
  const said = new Set(findings.map(placeOf));
  const all = [...findings, ...beyond.filter(finding => !said.has(placeOf(finding)))];
  return { findings: all.sort((a, b) => startOf(a) - startOf(b) || lateness(a) - lateness(b)), open };
}

/** Sorts missing fields after other findings at the same position. */
const lateness = ({ rule }: Finding): number => (rule === 'missing-field' ? 1 : 0);

const startOf = ({ span }: Finding): number => span?.start ?? 0;

const placeOf = ({ path = [], severity }: Finding): string => `${severity} ${formatPath(path)}`;

/** Adds a general finding for each position that the schema refuses and that no finding covers. */
export function settled(findings: readonly Finding[], open: readonly OpenRefusal[]): Finding[] {
  if (open.length === 0) return [...findings];
  const spoken = new Set<string>();
  for (const { severity, path = [] } of findings)
    if (severity === 'error') for (let length = 0; length <= path.length; length++) spoken.add(formatPath(path.slice(0, length)));
  const said = new Set<string>();
  const general = open.filter(({ path }) => !said.has(formatPath(path)) && said.add(formatPath(path)) && !isSpoken(path, spoken));
  return [...findings, ...general.map(({ general }) => general)];
}

/** Whether a finding covers a position or the entry that contains it. The entry is checked again once that finding is fixed. */
const isSpoken = (path: Path, spoken: ReadonlySet<string>): boolean =>
  spoken.has(formatPath(path)) || (path.length > 1 && spoken.has(formatPath(path.slice(0, -1))));

/** The data of a node as JSON.parse returns it: integers beyond 2^53 become the nearest number. The last of duplicate keys counts. */
function jsonOf(node: Node): unknown {
  if (node.kind === 'scalar') return typeof node.value === 'bigint' ? Number(node.value) : node.value;
  if (node.kind === 'list') return node.items.map(jsonOf);
  const out: Record<string, unknown> = Object.create(null);
  for (const { key, value } of node.entries) out[key] = jsonOf(value);
  return out;
}
