/** Small texts of configuration: env files, placeholders, durations, quantities, versions, addresses and headers. */

import { parseQuantity } from '@mcpgw/kubernetes';
import {
  addressProblem,
  dialects,
  expand,
  headerNameProblem,
  headerValueProblem,
  literalText,
  parseEnvFile,
  variablesOf,
} from '@mcpgw/mcp-config';
import { isKnownToken, isPlaceholder, isSecretName, parseVersion } from '@mcpgw/structure';
import { parseGoDuration } from '../../../packages/mcp-config/src/formats/go-duration.js';
import { holds, type Target } from '../target.js';

const env = { HOME: '/home/user', __proto__x: 'y' };

export const target: Target = {
  seeds: [
    'A=1\nexport B="x y" # c\nC=\'z\'\n# comment\nbad line\n__proto__=1\n',
    'a ${HOME} ${env:HOME} $${x} ${X:-default} ${input:key} {env:HOME} {file:~/x} ${',
    '1h2m3.5s',
    '100Mi',
    '1.5e3',
    'v1.2.3-rc.1',
    'https://user@host:6000/path?x#y',
    'X-Header',
    'Bearer ghp_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    '>=1.0 <2 || 3.x',
  ],
  tokens: [
    '${',
    '}',
    '$',
    ':-',
    'env:',
    '{env:',
    '{file:',
    '=',
    '"',
    "'",
    '#',
    'export ',
    '\n',
    'h',
    'm',
    'ms',
    'Ki',
    'e',
    '.',
    '://',
    '@',
    '[::1]',
    ':6000',
    '${HOME}',
    '%',
  ],
  maxBytes: 8000,
  run(input) {
    const text = input.toString('utf8');
    const { findings } = parseEnvFile(text, '.env');
    for (const { span } of findings)
      holds(span !== undefined && span.start >= 0 && span.end <= text.length, 'a finding lies outside of its file');
    for (const dialect of Object.values(dialects)) {
      for (const resolve of ['all', 'values', 'form'] as const) {
        const { text: whole } = expand(text, { dialect, env, resolve, file: 'f' });
        if (!text.includes('{')) holds(whole === text, 'a text without placeholders is expanded to another', text.slice(0, 100));
      }
      variablesOf(text, dialect);
      literalText(text, dialect);
    }
    for (const read of [parseGoDuration, parseQuantity, parseVersion, headerNameProblem, isKnownToken, isSecretName, isPlaceholder])
      read(text);
    headerValueProblem('X-Name', text);
    addressProblem(text, false);
  },
};
