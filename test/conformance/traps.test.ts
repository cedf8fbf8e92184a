import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkStatic } from '@mcpgw/agentgateway-rules';
import { describeUnless } from '../helpers/needs.js';
import { missing, readExpectedFailures, readVerdicts } from './verdicts.js';

/** The rules that find a trap, where they do not have its name: most cover a class of traps, and some traps are found in two ways. */
const rulesOf: Record<string, readonly string[]> = {
  'apikey-empty-list': ['auth-no-credentials'],
  'backend-443-no-tls': ['tls-port-mismatch'],
  'backend-port-mismatch': ['http-version-mismatch'],
  'backendauth-typo': ['ignored-field'],
  'basicauth-optional': ['auth-mode-optional'],
  'bedrock-typo': ['ignored-field'],
  'bind-privileged-port': ['privileged-port'],
  'duplicate-key-silent': ['duplicate-map-key'],
  'duplicate-route-match': ['route-shadowed'],
  'extauthz-http-headers': ['extauthz-http-request'],
  'extauthz-path-literal': ['cel-unknown-variable'],
  'header-name-invalid': ['header-modifier-fails'],
  'internal-port-clash': ['own-address'],
  'invalid-backend': ['backend-always-fails'],
  'list-for-struct': ['list-for-struct', 'extauthz-body-zero'],
  'log-level-typo': ['log-level'],
  'mcp-authn-permissive': ['mcp-authn-optional'],
  'mcp-authz-on-plain-route': ['mcp-policy-without-mcp', 'authz-never-match'],
  'mcp-bad-port-becomes-80': ['url-port-ignored'],
  'mcp-cors-no-session-header': ['cors-preflight'],
  'mcp-host-url-in-host': ['mcp-address-invalid'],
  'mcp-http-443': ['tls-port-mismatch'],
  'mcp-path-relative': ['mcp-address-invalid'],
  'no-listeners': ['bind-without-listeners'],
  'no-matches': ['match-never-holds'],
  'null-authorization': ['null-policy'],
  'null-extauthz': ['null-policy'],
  'null-jwt': ['null-policy'],
  'null-policies': ['policy-without-effect'],
  'path-exact-query': ['path-never-matches'],
  'port-from-inf': ['inf-is-null'],
  'ratelimit-empty': ['ratelimit-none'],
  'ratelimit-failopen': ['ratelimit-fail-open'],
  'ratelimit-no-descriptors': ['ratelimit-none'],
  'ratelimit-tokens-no-ai': ['ai-policy-without-ai'],
  'retry-backoff-gt-timeout': ['retry-without-effect'],
  'retry-zero': ['retry-without-effect'],
  'stats-localhost': ['own-address'],
  'target-name-colon': ['target-name-invalid'],
  'target-name-underscore': ['target-name-invalid'],
  'tls-cert-without-key': ['backend-tls-contradiction'],
  'tracing-sampling-off': ['trace-sampling'],
  'zero-targets': ['mcp-no-targets'],
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
    const accepted = readVerdicts('semantic-A', 'semantic-A2').filter(({ verdicts }) => verdicts[version]?.ok);
    const excused = readExpectedFailures('traps')
      .filter(entry => entry.versions.includes(version))
      .map(({ id }) => id);
    const missed: string[] = [];
    const errors: string[] = [];
    for (const { id, trap, yaml } of accepted) {
      const { findings } = checkStatic(yaml ?? '', { file: id, version: version.slice(1), readFile });
      if (!findings.some(({ rule }) => (rulesOf[trap!] ?? [trap]).includes(rule))) missed.push(id);
      errors.push(...findings.filter(({ severity }) => severity === 'error').map(({ message }) => `${id}: ${message}`));
    }
    expect({ unexpected: missed.filter(id => !excused.includes(id)), stale: excused.filter(id => !missed.includes(id)), errors }).toEqual({
      unexpected: [],
      stale: [],
      errors: [],
    });
  });
});
