import type { Finding } from '@mcpgw/diagnostics';
import { checkShape } from '../shape/check.js';
import type { Node } from '../yaml/node.js';
import { parseYaml } from '../yaml/parse.js';
import { checkReferences } from './references.js';
import { staticConfig } from './static-config.js';

export interface StaticOptions {
  readonly file: string;
  /** Version of the proxy, as bare semver. */
  readonly version: string;
}

/** What a static configuration holds, when it could be read, and what is wrong with its structure. */
export interface StaticResult {
  readonly root?: Node;
  readonly findings: readonly Finding[];
}

/** `${VAR}` is put in by the proxy before it reads the text; what it stands for is not known here. */
const placeholder = /\$(?:\{|[A-Za-z_])/;
const maxDepth = 127;

/** Checks a static configuration as the proxy of a version does, without its files, addresses and environment. */
export function checkStatic(text: string, options: StaticOptions): StaticResult {
  const { file, version } = options;
  const parsed = parseYaml(text, { file, dialect: 'serde', maxDepth });
  if (parsed.findings.length > 0) return { findings: parsed.findings };
  const [root, second] = parsed.documents;
  if (second !== undefined) return { findings: [documentCount('the file holds several documents; the proxy reads one', file, second)] };
  if (root === undefined || root.kind !== 'map')
    return { findings: [documentCount('the configuration is empty, or no mapping', file, root)] };
  const findings = checkShape(root, staticConfig, { file, version, reader: `agentgateway v${version}`, placeholder });
  return { root, findings: findings.length > 0 ? findings : checkReferences(root, version, file) };
}

function documentCount(message: string, file: string, node: Node | undefined): Finding {
  return {
    rule: 'document-count',
    severity: 'error',
    message,
    file,
    ...(node === undefined ? {} : { span: { start: node.span.start, end: node.span.start + 1 } }),
  };
}
