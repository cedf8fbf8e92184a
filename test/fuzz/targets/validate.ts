/** Files that `mcpgw validate` and `mcpgw serve` read, of every kind: findings that point into the file, whatever it holds, and fixes that can be made. */

import { applyEdits } from '@mcpgw/diagnostics';
import { readServeConfig, readServers } from '@mcpgw/mcp-config';
import { applyComments, type Kind } from '@mcpgw/structure';
import { allRules, detectKind, readSettings, validateText } from '@mcpgw/validate';
import { configSeeds, configTokens, manifestSeeds, yamlTokens } from '../seeds.js';
import { holds, type Target } from '../target.js';

const kinds: readonly (Kind | undefined)[] = [
  undefined,
  'agentgateway',
  'manifest',
  'mcp-config',
  'mcp-servers',
  'client-config',
  'vscode-config',
  'opencode-config',
  'langchain-config',
  'serve',
  'settings',
  'golden-case',
  'values',
];
const env = { HOME: '/home/user', TOKEN: 'secret-value' };
const rules = allRules().map(({ id }) => id);

/** The first line is the name of the file and the kind that the user says it is, all else the file. */
export const target: Target = {
  seeds: [
    ...configSeeds.map(text => `f.yaml\n${text}`),
    ...manifestSeeds.map(text => `f.yaml\n${text}`),
    ...kinds.map((kind, index) => `mcp_config.json ${kind}\n${configSeeds[index % configSeeds.length]}`),
    ...kinds.map((kind, index) => `gateway.yaml ${kind}\n${configSeeds[(index + 3) % configSeeds.length]}`),
  ],
  tokens: [...yamlTokens, ...configTokens],
  run(input) {
    const all = input.toString('utf8');
    const [head = ''] = all.split('\n', 1);
    const text = all.slice(head.length + 1);
    const file = head.split(' ')[0] || 'f.yaml';
    const kind = kinds.find(name => name === head.split(' ')[1]);
    const { findings } = validateText(text, { file, env, kind, readFile: () => undefined, readServers: () => undefined });
    check(
      text,
      file,
      applyComments(text, findings, file, () => rules),
    );
    const edits = findings.flatMap(({ fix = [] }) => fix);
    if (edits.length > 0) validateText(applyEdits(text, edits).text, { file, env, kind });
    if (kind === 'manifest' || kind === 'agentgateway') return;
    readServeConfig(text, { file, env, readFile: () => ({ file: 'other.json', text: '{"mcpServers": {}}' }) });
    readServers(text, { file, env });
    if (kind === 'settings') readSettings(text, file, rules);
    detectKind(file, []);
  },
};

function check(text: string, file: string, findings: ReturnType<typeof applyComments>): void {
  for (const finding of findings) {
    const { span, message, rule } = finding;
    holds(finding.file === file || finding.file === 'other.json', 'a finding is of another file', finding.file);
    holds(message !== '' && /^[a-z][a-z0-9-]*$/.test(rule), 'a finding has no message or no rule', rule);
    holds(
      span === undefined || (span.start >= 0 && span.start <= span.end && span.end <= text.length + 1),
      'a finding lies outside of its file',
      `${rule} ${JSON.stringify(span)}`,
    );
    holds(!message.includes('secret-value'), 'a message shows the value of a variable', message);
  }
}
