import { knownAlpn, type Placed, walk } from '@mcpgw/agentgateway/internal';
import { get, isAt, isGiven, items, type Node, type Rule, text } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

/** Settings of which one switches off another, each with what happens. */
function contradictions(node: Node): (readonly [key: string, message: string, suggestion: string])[] {
  const found: (readonly [string, string, string])[] = [];
  const [insecure, anyHost] = [isAt(node, 'insecure', true), isAt(node, 'insecureHost', true)];
  for (const [one, other] of [
    ['cert', 'key'],
    ['key', 'cert'],
  ] as const)
    if (isGiven(node, one) && !isGiven(node, other))
      found.push([one, `"${one}" without "${other}" is not used: no client certificate is sent`, `add "${other}"`]);
  if (insecure && anyHost)
    found.push(['insecure', 'beside "insecureHost", "insecure" has no effect: the certificate is checked', 'keep one of them']);
  else if (insecure && isGiven(node, 'root'))
    found.push(['root', 'with "insecure" no certificate is checked, so "root" has no effect', 'remove "insecure"']);
  if ((insecure || anyHost) && isGiven(node, 'subjectAltNames'))
    found.push(['subjectAltNames', 'names are not checked, so "subjectAltNames" has no effect', 'remove "insecure" and "insecureHost"']);
  else if (items(get(node, 'subjectAltNames')).length === 0 && isGiven(node, 'subjectAltNames'))
    found.push(['subjectAltNames', 'an empty list of names fits no certificate', 'remove the field']);
  const wrong = items(get(node, 'alpn')).find(item => !knownAlpn.has(text(item) ?? ''));
  if (wrong !== undefined)
    found.push(['alpn', `servers do not know the protocol "${text(wrong)}" and end the handshake`, 'write "h2" or "http/1.1"']);
  return found;
}

export const backendTlsContradiction: Rule = {
  id: 'backend-tls-contradiction',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'One setting of TLS switches another one off without a message, or no handshake can succeed.',
  docs: {
    checks:
      'Checks every `backendTLS` for a certificate without its key, settings that exclude each other, and protocols that no server knows.',
    seen: 'Versions 0.12.0, 1.1.0 and 1.4.1 check the certificate with `insecure` and `insecureHost` together, and fail with `NoApplicationProtocol` for `alpn: ["HTTP/2"]`.',
    fix: 'Set `cert` and `key` together, one of `insecure` and `insecureHost`, and protocols by their registered names.',
    wrong: withRoute('backends:\n- host: "api.example:443"\n  policies:\n    backendTLS:\n      cert: client.pem'),
    correct: withRoute('backends:\n- host: "api.example:443"\n  policies:\n    backendTLS:\n      cert: client.pem\n      key: client.key'),
  },
  check({ root, report }) {
    const all: Placed[] = [];
    walk(
      { node: root, path: [] },
      placed => {
        const key = placed.path.at(-1);
        if (placed.node.kind === 'map' && (key === 'backendTLS' || (key === 'tls' && placed.path[0] === 'llm' && placed.path.length > 2)))
          all.push(placed);
      },
      ({ last }) => last === 'backendTLS' || last === 'tls',
    );
    for (const { node, path } of all) {
      for (const [key, message, suggestion] of contradictions(node))
        report({ at: get(node, key)!, path: [...path, key], message, suggestion });
      if (isAt(node, 'insecure', true) && !isAt(node, 'insecureHost', true))
        report({
          at: get(node, 'insecure')!,
          path: [...path, 'insecure'],
          message: 'the certificate of the backend is not checked: anybody in between can read and answer',
          suggestion: 'name the CA in "root"',
          chosen: true,
        });
    }
  },
};
