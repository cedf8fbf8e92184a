import { wrongSide } from '@mcpgw/agentgateway';
import { headerModifiers, listed, type Placed, transformSides } from '@mcpgw/agentgateway/internal';
import { entries, get, type Rule, text } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

/** The side of an exchange on which a modifier or a transformation writes. */
function sideOf({ path }: Placed): 'request' | 'response' | undefined {
  const key = String(path.at(-1));
  return key.startsWith('request') ? 'request' : key.startsWith('response') ? 'response' : undefined;
}

export const headerWrongSide: Rule = {
  id: 'header-wrong-side',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The header is written where nobody reads it: what it is to protect or to allow stays as it was.',
  docs: {
    checks:
      'Header modifiers and transformations of requests write no header that only answers have, such as `Strict-Transport-Security` and `Access-Control-Allow-Origin`. Those of answers write no header that only requests have, such as `Authorization`.',
    seen: 'v1.4.1: the backend got the header, and the client did not.',
    fix: 'Move the header to the modifier of the other side.',
    wrong: onRoute('requestHeaderModifier: {set: {Strict-Transport-Security: max-age=31536000}}'),
    correct: onRoute('responseHeaderModifier: {set: {Strict-Transport-Security: max-age=31536000}}'),
  },
  check({ root, report }) {
    for (const change of [...headerModifiers(root), ...transformSides(root)]) {
      const { node, path } = change;
      const side = sideOf(change);
      if (side === undefined) continue;
      const suggestion = `move it to the headers of the ${side === 'request' ? 'response' : 'request'}`;
      for (const key of ['set', 'add'])
        for (const { key: name, keySpan } of entries(get(node, key))) {
          const message = wrongSide(side, name);
          if (message !== undefined) report({ at: keySpan, path: [...path, key, name], message, suggestion });
        }
      for (const item of listed(get(node, 'remove'), [...path, 'remove'])) {
        const message = wrongSide(side, text(item.node) ?? '', true);
        if (message !== undefined) report({ at: item.node, path: item.path, message, suggestion });
      }
    }
  },
};
