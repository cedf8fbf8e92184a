import { staticConfig } from '@mcpgw/agentgateway';
import { withMoves } from '@mcpgw/agentgateway/internal';
import type { Finding } from '@mcpgw/diagnostics';
import { checkShape, type Env, type KeptParts, type Node, parseYaml, type ReadFile, type ReadYaml, runRules } from '@mcpgw/structure';
import { checkReferences } from '../references/references.js';
import { acrossRoutes } from '../rules/across-routes.js';
import { staticRules } from '../rules/index.js';
import { routeLists } from './route-lists.js';
import { variableFindings } from './variables.js';

export interface StaticOptions {
  readonly file: string;
  /** Version of the proxy, as bare semver. */
  readonly version: string;
  /** Reads a file that the configuration names. Without it, rules about file contents report nothing. */
  readonly readFile?: ReadFile;
  /** The values of variables. If undefined, variables are not looked up. */
  readonly env?: Env | undefined;
  /** Reads the text. Default: `parseYaml`. */
  readonly readYaml?: ReadYaml | undefined;
  /** What is known of the routes of an earlier text of the file. */
  readonly kept?: KeptParts | undefined;
}

/** The document of a static configuration, if it could be read, and the findings about it. */
export interface StaticResult {
  readonly root?: Node;
  readonly findings: readonly Finding[];
}

/** The proxy replaces `${VAR}` before it reads the text, so its value is not known here. */
const placeholder = /\$(?:\{|[A-Za-z_])/;

/** Checks a static configuration as a version of the proxy does, except for its files, addresses and environment. */
export function checkStatic(text: string, options: StaticOptions): StaticResult {
  const { file, version, readYaml = parseYaml } = options;
  const parsed = readYaml(text, { file, dialect: 'serde' });
  if (parsed.findings.length > 0) return { findings: parsed.findings };
  const [root, second] = parsed.documents;
  if (second !== undefined)
    return {
      findings: [documentCount('the file contains several documents; the proxy reads one', 'keep one, or give each a file', file, second)],
    };
  if (root === undefined || root.kind !== 'map')
    return {
      findings: [documentCount('the configuration is empty, or no mapping', 'begin it with "binds:" or another section', file, root)],
    };
  const shape = checkShape(root, staticConfig, { file, version, reader: `agentgateway v${version}`, placeholder });
  const findings = [...variableFindings(text, file, options.env), ...withMoves(text, root, version, shape)];
  const structural = findings.some(finding => finding.severity === 'error')
    ? findings
    : [...findings, ...checkReferences(root, version, file)];
  return { root, findings: [...structural, ...ruleFindings(text, root, options)] };
}

const ofRoutes = staticRules.filter(({ id }) => !acrossRoutes.has(id));
const ofAll = staticRules.filter(({ id }) => acrossRoutes.has(id));

/** The findings of all rules; those about single routes come from an earlier text as far as they are known. */
function ruleFindings(text: string, root: Node, { file, version, readFile, kept }: StaticOptions): readonly Finding[] {
  if (kept === undefined) return runRules(staticRules, root, 'agentgateway', version, file, readFile);
  const judge = (part: Node): Finding[] => runRules(ofRoutes, part, 'agentgateway', version, file);
  return [
    ...kept.findings({ text, root, lists: routeLists(root), world: `${version} ${file}` }, judge),
    ...runRules(ofAll, root, 'agentgateway', version, file, readFile),
  ];
}

function documentCount(message: string, suggestion: string, file: string, node: Node | undefined): Finding {
  return {
    rule: 'document-count',
    severity: 'error',
    message,
    suggestion,
    file,
    ...(node === undefined ? {} : { span: { start: node.span.start, end: node.span.start + 1 } }),
  };
}
