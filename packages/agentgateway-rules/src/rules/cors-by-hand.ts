import { around, callerChecks, type Placed, type PolicyView, policiesNamed, policySets } from '@mcpgw/agentgateway/internal';
import { at, entries, isGiven, type Rule } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

interface Header extends Placed {
  readonly name: string;
}

/** Headers of CORS that policies write into answers. */
function headersOf({ node, path }: PolicyView): Header[] {
  const found: Header[] = [];
  const look = (below: readonly string[]): void => {
    for (const verb of ['add', 'set'])
      for (const { key, value } of entries(at(node, ...below, verb)))
        if (/^access-control-/i.test(key)) found.push({ node: value, path: [...path, ...below, verb, key], name: key });
  };
  look(['responseHeaderModifier']);
  look(['transformations', 'response']);
  return found;
}

export const corsByHand: Rule = {
  id: 'cors-by-hand',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Origins that `cors` does not allow get the header that is written by hand. A browser asks before it sends, and headers alone do not answer that question.',
  docs: {
    checks:
      'Headers `Access-Control-...` that a modifier or a transformation writes into answers: beside a policy `cors`, which writes them too, and without one where the preflight request, which carries no credential, is refused.',
    seen: 'Live: v1.1.0 and v1.4.1 with `cors` for `https://app.example.com`, and `*` added or set by hand, answered this origin with its own name, and `https://evil.test` with `*`. With a check of keys and the header alone it answered the preflight request with 401, and with `cors` 200.',
    fix: 'Keep `cors`, and remove the headers.',
    wrong: onRoute(
      'cors: {allowOrigins: ["https://app.example.com"], allowMethods: [GET]}\nresponseHeaderModifier: {add: {Access-Control-Allow-Origin: "*"}}',
    ),
    correct: onRoute('cors: {allowOrigins: ["https://app.example.com"], allowMethods: [GET]}'),
  },
  check({ root, report }) {
    const corsSets = policiesNamed(root, 'cors').map(({ set }) => set);
    for (const set of policySets(root)) {
      const headers = headersOf(set);
      if (headers.length === 0) continue;
      const nodes = around(set);
      const isBeside = corsSets.some(each => nodes.includes(each.node) || each.level === 'attached');
      const check = nodes.flatMap(policies => callerChecks.filter(name => isGiven(policies, name)))[0];
      for (const { node, path, name } of headers) {
        if (isBeside)
          report({
            at: node,
            path,
            message: /-origin$/i.test(name)
              ? `"cors" writes "${name}" for the origins that it allows: all others get this value, as if "cors" allowed them`
              : `"cors" writes "${name}" for the origins that it allows, and no browser asks for this value`,
            suggestion: 'remove it here, and say what is allowed in "cors"',
          });
        else if (check !== undefined)
          report({
            at: node,
            path,
            message: `browsers ask first by a request without credentials, which "${check}" refuses: this header of the answer does not help`,
            suggestion: 'use the policy "cors", which answers before credentials are checked',
          });
        else continue;
        break;
      }
    }
  },
};
