/** Text of servers and errors that people and models see: one printable line without secrets. And previews of large results. */

import { cachedToolHash, lookAlike, toolHash } from '@mcpgw/approvals';
import { visible } from '@mcpgw/diagnostics';
import { maxSafeText, safeText } from '@mcpgw/loader';
import { matchesTemplate } from '../../../packages/gateway/src/server/uri-template.js';
import { presets, previewBudget } from '../../../packages/kit/src/presets.js';
import { kindOf, previewOf } from '../../../packages/kit/src/preview.js';
import { holds, same, type Target } from '../target.js';

const secrets = ['s3cr3t-value', 'other secret'];

export const target: Target = {
  seeds: [
    'failed: https://user:pass@h.test/a?token=abc#f and Bearer eyJhbGciOiJ.eyJzdWIiOiIx.sig, api_key="s3cr3t-value"',
    'Error: x\n    at f (/home/u/a.js:1:2)\n    at async node:internal/x:3:4',
    'Traceback (most recent call last):\n  File "a.py", line 1\nValueError: no\n',
    '\u001b[31mred\u001b]0;title\u0007 \u202ereversed ::error::x\r\n-----BEGIN RSA PRIVATE KEY-----\nAAA\n-----END RSA PRIVATE KEY-----',
    'a,b\n1,"x\ny"\n2,z\n',
    '{"a": [1, 2, 3], "b": {"c": "ddd"}}',
    'file:///{path}/{+rest}',
    'invalid token: expired; authorization: Basic dXNlcjpwYXNz',
  ],
  tokens: [
    'Bearer ',
    'Basic ',
    'token=',
    'password: ',
    'api_key=',
    '://',
    '@',
    '?x=',
    '&',
    '#',
    's3cr3t-value',
    'eyJ',
    '.',
    '-----BEGIN PRIVATE KEY-----',
    '\u001b[',
    'm',
    '\u202e',
    ' at ',
    ':1:2',
    'Traceback (most recent call last):',
    '\n  File',
    '"',
    ',',
    '{x}',
    'ghp_abcdefgh',
  ],
  run(input) {
    const text = input.toString('utf8');
    const safe = safeText(text, secrets);
    holds(safe.length <= maxSafeText, 'a safe text is too long', `${safe.length}`);
    holds(
      !/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u2028\u2029]/.test(safe),
      'a safe text has a control character',
      JSON.stringify(safe),
    );
    holds(!secrets.some(secret => safe.includes(secret)), 'a safe text holds a secret', safe);
    holds(
      !/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/.test(visible(text)),
      'a text made visible has a control character',
      JSON.stringify(visible(text)).slice(0, 200),
    );
    lookAlike(text);
    const [template = '', uri = ''] = text.split('\n');
    matchesTemplate(template, uri);
    for (const preset of Object.values(presets))
      for (const kind of ['json', 'csv', 'txt', kindOf(text)] as const)
        holds(previewOf(text, kind, preset).length <= previewBudget(preset), 'a preview is beyond its budget');
    const tool = { name: 't', description: text, inputSchema: { type: 'object' as const, properties: { [text]: { const: text } } } };
    same(String(cachedToolHash(tool as never)), String(toolHash(structuredClone(tool) as never)), 'two hashes of one tool differ');
  },
};
