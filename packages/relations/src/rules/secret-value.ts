import { entries, get, type Node, type Rule, text } from '@mcpgw/structure';
import { groupOf, type ObjectView, ofKind, targetsIn, textOr } from '../objects/objects.js';
import { sayOf } from '../objects/say.js';
import { type FoundReference, keysOf, referencesIn } from '../table/references.js';

const example = (password: string): string => `apiVersion: v1
kind: Secret
metadata: {name: db}
data: {password: ${password}}
`;
/** Keys of single values; files have names with a dot. */
const single = /(?:^|[_.-])(?:pass(?:word|wd|phrase)?|token|secret|key|user(?:name)?|id|dsn|url|uri|host)$/i;

const isFile = (key: string): boolean => /\.(?:pem|crt|key|json|ya?ml|txt|conf|env|ini|toml|xml|pub)$/i.test(key);

/** Whether a value is one line that ends with the end of a line, which programs take as part of it. */
const hasLineEnd = (value: string): boolean =>
  value.length > 1 && value.length < 2000 && /^[^\r\n]+\r?\n$/.test(value) && !value.startsWith('-----');

/** Which keys of a Secret containers take as variables, and whether only the controller of agentgateway reads it, which trims values. */
interface Uses {
  readonly variables: ReadonlySet<string>;
  readonly isTrimmed: boolean;
  readonly allAreVariables: boolean;
}

const isVariable = ({ aroundPath }: FoundReference): boolean => aroundPath.at(-1) === 'secretKeyRef';
const isEnvFrom = ({ aroundPath }: FoundReference): boolean => aroundPath.includes('envFrom');
const isOfController = ({ owner }: FoundReference): boolean => groupOf(textOr(owner.node, 'apiVersion', '')) === 'agentgateway.dev';

/** The references to each Secret. */
function referencesToSecrets(root: Node): ReadonlyMap<ObjectView, readonly FoundReference[]> {
  const out = new Map<ObjectView, FoundReference[]>();
  for (const reference of referencesIn(root))
    for (const object of reference.kind === 'Secret' ? targetsIn(root, reference) : []) {
      const known = out.get(object) ?? [];
      known.push(reference);
      out.set(object, known);
    }
  return out;
}

function usesOf(references: readonly FoundReference[]): Uses {
  const read = (which: (reference: FoundReference) => boolean) =>
    new Set(references.filter(which).flatMap(each => keysOf(each).map(({ key }) => key)));
  const isTrimmed = references.length > 0 && references.every(isOfController);
  return { variables: read(isVariable), isTrimmed, allAreVariables: references.some(isEnvFrom) };
}

/** Whether the end of a line matters in the value of a key. */
function counts(key: string, { variables, isTrimmed, allAreVariables }: Uses): boolean {
  if (isTrimmed) return false;
  return variables.has(key) || (!isFile(key) && (allAreVariables || single.test(key)));
}

export const secretValue: Rule = {
  id: 'secret-value',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The value is another one than it suggests: a line end is part of it, or another field replaces it.',
  docs: {
    checks:
      'Values of Secrets whose keys are names of single values, such as `password` and `API_TOKEN`, and of all keys that a container takes as variables: none ends with the end of a line, as `echo` and block texts write it. Values that only the controller of agentgateway reads are left out, because it trims them. An info for a key of `data` that `stringData` has too.',
    seen: 'Kubernetes 1.34.2: the value of `data` is the password with the end of the line.',
    fix: 'Encode with `echo -n` or `printf`, and write block texts with `|-`.',
    wrong: example('aHVudGVyMgo='),
    correct: example('aHVudGVyMg=='),
  },
  check({ root, report }) {
    const references = referencesToSecrets(root);
    for (const secret of ofKind(root, 'Secret')) {
      const { node, own } = secret;
      if (!own) continue;
      const uses = usesOf(references.get(secret) ?? []);
      const say = sayOf(report, node);
      const plain = new Set(entries(get(node, 'stringData')).map(({ key }) => key));
      for (const field of ['data', 'stringData'])
        for (const { key, value } of entries(get(node, field))) {
          const written = text(value) ?? '';
          const read = field === 'data' && written.length < 4000 ? Buffer.from(written, 'base64').toString('latin1') : written;
          if (hasLineEnd(read) && counts(key, uses))
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
