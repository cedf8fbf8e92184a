import { entries, get, type Rule, text } from '@mcpgw/structure';
import { ofKind } from '../objects/objects.js';

const example = (password: string): string => `apiVersion: v1
kind: Secret
metadata: {name: db}
stringData: {password: ${password}}
`;

/** The text that a value of `stringData` would be if it were the base64 of a text; undefined if it is none. */
function decoded(value: string): string | undefined {
  if (value.length < 12 || value.length > 10_000 || value.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(value)) return undefined;
  const read = Buffer.from(value, 'base64').toString('latin1');
  return /^[\x20-\x7e\r\n]+$/.test(read) ? read : undefined;
}

export const secretEncodedTwice: Rule = {
  id: 'secret-encoded-twice',
  severity: 'info',
  kinds: ['manifest'],
  why: 'The API server encodes `stringData` itself: programs get the base64 text instead of the value.',
  docs: {
    checks: 'Values of `stringData` that are the base64 of a readable text.',
    seen: 'Kubernetes 1.34.2: the Secret holds the base64 of the text in `stringData`, so a program that reads it gets that text, base64 as it is.',
    fix: 'Write the value as it is, or put it into `data`.',
    wrong: example('Y29ycmVjdC1ob3JzZS1iYXR0ZXJ5'),
    correct: example('from-the-vault'),
  },
  check({ root, report }) {
    for (const { node, own } of ofKind(root, 'Secret'))
      for (const { key, value } of own ? entries(get(node, 'stringData')) : [])
        if (decoded(text(value) ?? '') !== undefined)
          report({
            at: value,
            path: ['stringData', key],
            message: `"${key}" looks like base64 of a string, and stringData is not decoded`,
            suggestion: 'write the text itself, or move it to "data"',
          });
  },
};
