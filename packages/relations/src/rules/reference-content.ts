import type { Path } from '@mcpgw/diagnostics';
import { at, entries, get, type Node, type Rule, text } from '@mcpgw/structure';
import { type ObjectView, targetsIn } from '../objects/objects.js';
import { type FoundReference, keysOf, referencesIn } from '../table/references.js';

interface Value {
  readonly node: Node;
  readonly text: string;
  readonly path: Path;
}

const base64 = /^[A-Za-z0-9+/\s]*={0,2}\s*$/;
const longest = 1_000_000;

/** The value under a key of a Secret or ConfigMap; undefined if it is not given, or is no text. */
function valueUnder(object: ObjectView, key: string): Value | undefined {
  for (const part of ['stringData', 'data']) {
    const found = entries(get(object.node, part)).find(each => each.key === key);
    const value = text(found?.value);
    if (value === undefined || value.length > longest) continue;
    const isEncoded = object.kind === 'Secret' && part === 'data';
    if (isEncoded && !base64.test(value)) continue;
    return { node: found!.value, text: isEncoded ? Buffer.from(value, 'base64').toString('utf8') : value, path: [part, key] };
  }
  return undefined;
}

/** Texts that stand for a value that is filled in later. */
const isPlaceholder = (value: string): boolean => value.trim() === '' || /\{\{|\$\{|<[^>]+>|REPLACE|PLACEHOLDER/i.test(value);

interface Said {
  readonly message: string;
  readonly suggestion: string;
}

const pemKeys: ReadonlySet<string> = new Set(['tls.crt', 'tls.key', 'ca.crt']);

/** What is wrong with a certificate or key. */
function pemProblem(key: string, value: string): Said | undefined {
  const wanted = key === 'tls.key' ? 'PRIVATE KEY' : 'CERTIFICATE';
  if (new RegExp(`-----BEGIN [A-Z ]{0,30}${wanted}-----`).test(value)) return undefined;
  const other = /-----BEGIN ([A-Z0-9 ]{1,40})-----/.exec(value)?.[1];
  return {
    message: `"${key}" holds ${other === undefined ? 'no PEM text' : `a ${other}`}, and is read as a ${wanted.toLowerCase()}`,
    suggestion: `put the ${wanted.toLowerCase()} there, from "-----BEGIN" on`,
  };
}

const scheme = /^(Basic|Bearer|ApiKey|Token|Digest)\s+\S/i;

/** What is wrong with the value that becomes the credential of calls to a backend. */
function credentialProblem(reference: FoundReference, key: string, value: string): Said | undefined {
  const location = get(parentOf(reference), 'location');
  const found = scheme.exec(value.trim())?.[1];
  if (found === undefined || location !== undefined) return undefined;
  if (found.toLowerCase() === 'bearer' && key === 'Authorization') return undefined;
  return {
    message: `the value starts with "${found}", and the proxy writes "Bearer " before it`,
    suggestion: 'store the bare token, or set "location" to a header with the prefix that the server wants',
  };
}

/** The mapping in which a reference stands. */
function parentOf({ owner, aroundPath }: FoundReference): Node | undefined {
  return at(owner.node, ...aroundPath.slice(0, -1));
}

const isCredential = ({ aroundPath }: FoundReference): boolean => aroundPath.at(-1) === 'secretRef' && aroundPath.at(-2) === 'auth';

function problem(reference: FoundReference, key: string, value: string): Said | undefined {
  if (isPlaceholder(value)) return undefined;
  if (pemKeys.has(key) && reference.spec.keys.includes(key)) return pemProblem(key, value);
  return isCredential(reference) ? credentialProblem(reference, key, value) : undefined;
}

export const referenceContent: Rule = {
  id: 'reference-content',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The key is there and what it holds cannot be used: the listener refuses every connection, or the backend every request.',
  docs: {
    checks:
      'What given Secrets and ConfigMaps hold under the keys that others read: tls.crt and ca.crt a certificate and tls.key a private key in PEM; the credential of an AgentgatewayBackend a bare token, because the proxy writes "Bearer " before it. Values that are empty or look like placeholders are left out.',
    seen: 'Controllers of v1.1.0 and v1.4.1: a listener whose certificate is not a PEM text is Programmed=False; the value "Basic YTpi" is sent to the proxy as the token.',
    fix: 'Store what is read, without a scheme before a token.',
    wrong: `apiVersion: v1
kind: Secret
metadata: {name: api}
stringData: {Authorization: "Basic YTpi"}
---
apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayBackend
metadata: {name: api}
spec:
  static: {host: api.apps.svc, port: 80}
  policies: {auth: {secretRef: {name: api}}}
`,
    correct: `apiVersion: v1
kind: Secret
metadata: {name: api}
stringData: {Authorization: a-token}
---
apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayBackend
metadata: {name: api}
spec:
  static: {host: api.apps.svc, port: 80}
  policies: {auth: {secretRef: {name: api}}}
`,
  },
  check({ root, report }) {
    for (const reference of referencesIn(root)) {
      if (reference.kind !== 'Secret' && reference.kind !== 'ConfigMap') continue;
      for (const object of targetsIn(root, reference))
        for (const { key, node, path } of keysOf(reference)) {
          const value = valueUnder(object, key);
          const said = value === undefined ? undefined : problem(reference, key, value.text);
          if (said !== undefined) report({ at: node, path, ...said, message: `the ${object.kind} "${object.name}": ${said.message}` });
        }
    }
  },
};
