/** What is found in a list of servers or a gateway.yaml, without its environment. */
import type { Finding } from '@mcpgw/diagnostics';
import { parseYaml } from '@mcpgw/structure';
import type { McpFormat } from '../src/formats/detect.js';
import { serveFindings } from '../src/read/read-serve.js';
import { serversOf } from '../src/read/read-servers.js';

/** The findings, as `severity rule path`; of some rules alone if they are named. */
export function found(kind: McpFormat, text: string, rules?: readonly string[]): string[] {
  const [root] = parseYaml(text, { file: 'f.yaml', dialect: 'core' }).documents;
  const options = { file: 'f.yaml', env: {}, resolve: 'form' } as const;
  const findings: readonly Finding[] =
    kind === 'serve' || kind === 'mcp-config'
      ? serveFindings(root!, { ...options, kind }).findings
      : serversOf(root!, { ...options, format: kind }).findings;
  return findings
    .filter(({ rule }) => rules?.includes(rule) ?? true)
    .map(({ severity, rule, path = [] }) => `${severity} ${rule} ${path.join('.')}`);
}
