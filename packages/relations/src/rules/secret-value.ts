import { entries, get, type Rule, text } from '@mcpgw/structure';
import { ofKind } from '../objects/objects.js';
import { sayOf } from '../objects/say.js';

const example = (password: string): string => `apiVersion: v1
kind: Secret
metadata: {name: db}
data: {password: ${password}}
`;
/** Keys of single values; files have names with a dot. */
const single = /(?:^|[_.-])(?:pass(?:word|wd|phrase)?|token|secret|key|user(?:name)?|id|dsn|url|uri|host)$/i;

/** Whether a value is one line that ends with the end of a line, which programs take as part of it. */
const hasLineEnd = (key: string, value: string): boolean =>
  value.length > 1 &&
  value.length < 2000 &&
  !/\.(?:pem|crt|key|json|ya?ml|txt|conf|env|ini|toml|xml|pub)$/i.test(key) &&
  single.test(key) &&
  /^[^\r\n]+\r?\n$/.test(value) &&
  !value.startsWith('-----');

export const secretValue: Rule = {
  id: 'secret-value',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The value is another one than it suggests: a line end is part of it, or another field replaces it.',
  docs: {
    checks:
      'Values of Secrets whose keys are names of single values, such as `password` and `API_TOKEN`: none ends with the end of a line, as `echo` and block texts write it. An info for a key of `data` that `stringData` has too.',
    seen: 'Kubernetes 1.34.2: the value of `data` is the password with the end of the line.',
    fix: 'Encode with `echo -n` or `printf`, and write block texts with `|-`.',
    wrong: example('aHVudGVyMgo='),
    correct: example('aHVudGVyMg=='),
  },
  check({ root, report }) {
    for (const { node, own } of ofKind(root, 'Secret')) {
      if (!own) continue;
      const say = sayOf(report, node);
      const plain = new Set(entries(get(node, 'stringData')).map(({ key }) => key));
      for (const field of ['data', 'stringData'])
        for (const { key, value } of entries(get(node, field))) {
          const written = text(value) ?? '';
          const read = field === 'data' && written.length < 4000 ? Buffer.from(written, 'base64').toString('latin1') : written;
          if (hasLineEnd(key, read))
            say(
              [field, key],
              `the value of "${key}" ends with the end of a line, which programs take as part of it`,
              field === 'data' ? 'encode it with echo -n or printf' : 'write it on one line, or with |-',
            );
          if (field === 'data' && plain.has(key)) say([field, key], `stringData has "${key}" too, and counts`, 'keep one of them', 'info');
        }
    }
  },
};
