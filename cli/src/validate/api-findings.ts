import type { Finding, Path, Span } from '@mcpgw/diagnostics';
import type { ConfigurationFault } from '@mcpgw/mcp-config';
import { at, type Env, entry, items, type Node, parseYaml, plainJson, type ReadYaml } from '@mcpgw/structure';
import { restApiFaults } from '@mcpgw/upstreams';
import { detectKind } from '@mcpgw/validate';

export interface ApiFindingsOptions {
  readonly file: string;
  /** Whether the file is `gateway.yaml`, if known; else its keys and its name decide. */
  readonly kind?: 'serve';
  /** The environment variables; if undefined, only the syntax of placeholders is checked. */
  readonly env: Env | undefined;
  /** The text of a file that the configuration names, relative to it; throws the system's error. */
  readonly readText: (path: string) => Promise<string>;
  /** Findings so far: an API with structural errors is not checked. */
  readonly known: readonly Finding[];
  /** The reader of the text; `parseYaml` by default. */
  readonly readYaml?: ReadYaml;
}

/** Errors in the `apis` of `gateway.yaml` beyond their structure, for which `mcpgw serve` does not start; none for any other file. */
export async function apiFindings(
  text: string,
  { file, kind, env, readText, known, readYaml = parseYaml }: ApiFindingsOptions,
): Promise<Finding[]> {
  const [root] = readYaml(text, { file, dialect: 'core' }).documents;
  if (root === undefined || (kind ?? detectKind(file, [root])) !== 'serve') return [];
  const wrong = new Set(known.filter(({ severity, path }) => severity === 'error' && path?.[0] === 'apis').map(({ path }) => path![1]));
  const found = items(at(root, 'apis')).map(async (api, index) => {
    const faults = wrong.has(index) ? [] : await restApiFaults(plainJson(api), { env, readText });
    return faults.map(fault => toFinding(root, file, { ...fault, path: ['apis', index, ...fault.path] }));
  });
  return (await Promise.all(found)).flat();
}

function toFinding(root: Node, file: string, { path, message, suggestion, rule }: ConfigurationFault): Finding {
  const span = placeOf(root, path);
  return { rule: rule ?? 'bad-value', severity: 'error', message, file, path, span, ...(suggestion !== undefined && { suggestion }) };
}

/** The scalar at the path, or the key of the collection there; for a missing value, those of its parent. */
function placeOf(root: Node, path: Path): Span {
  for (let length = path.length; length > 0; length--) {
    const node = at(root, ...path.slice(0, length));
    const last = path[length - 1];
    if (node?.kind === 'scalar' && node.span.end > node.span.start) return node.span;
    const key = typeof last === 'string' ? entry(at(root, ...path.slice(0, length - 1)), last)?.keySpan : undefined;
    if (key !== undefined) return key;
    if (node !== undefined) return { start: node.span.start, end: node.span.start + 1 };
  }
  return { start: root.span.start, end: root.span.start + 1 };
}
