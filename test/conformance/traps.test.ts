import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkStatic } from '@mcpgw/agentgateway';
import { describeUnless } from '../helpers/needs.js';
import { missing, readExpectedFailures, readVerdicts } from './verdicts.js';

/** Rules that cover more than one trap go by a name of their own. */
const ruleOf: Record<string, string> = {
  'bedrock-typo': 'ignored-field',
  'mcp-bad-port-becomes-80': 'url-port-ignored',
  'null-extauthz': 'null-policy',
  'null-jwt': 'null-policy',
  'port-from-inf': 'inf-is-null',
};

function readFile(path: string): string | undefined {
  try {
    return readFileSync(join(process.env.MCPGW_VERDICTS ?? '', path), 'utf8');
  } catch {
    return undefined;
  }
}

describeUnless(missing, 'traps that the real proxy takes', () => {
  it.each(['v0.12.0', 'v1.1.0', 'v1.4.1'])('%s: each is found by its rule, and none is called an error', version => {
    const accepted = readVerdicts('semantic-A').filter(({ verdicts }) => verdicts[version]?.ok);
    const excused = readExpectedFailures('traps')
      .filter(entry => entry.versions.includes(version))
      .map(({ id }) => id);
    const missed: string[] = [];
    const errors: string[] = [];
    for (const { id, trap, yaml } of accepted) {
      const { findings } = checkStatic(yaml ?? '', { file: id, version: version.slice(1), readFile });
      if (!findings.some(({ rule }) => rule === (ruleOf[trap!] ?? trap))) missed.push(id);
      errors.push(...findings.filter(({ severity }) => severity === 'error').map(({ message }) => `${id}: ${message}`));
    }
    expect({ unexpected: missed.filter(id => !excused.includes(id)), stale: excused.filter(id => !missed.includes(id)), errors }).toEqual({
      unexpected: [],
      stale: [],
      errors: [],
    });
  });
});
