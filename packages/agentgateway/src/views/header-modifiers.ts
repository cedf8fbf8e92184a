import type { Node } from '@mcpgw/structure';
import { type Placed, walk } from './views.js';

const names = ['requestHeaderModifier', 'responseHeaderModifier', 'requestHeaders', 'responseHeaders'];

/** Every header modifier: of routes, backends and models, and of answers of prompt guards. */
export function headerModifiers(root: Node): Placed[] {
  const found: Placed[] = [];
  walk({ node: root, path: [] }, placed => {
    const key = placed.path.at(-1);
    const ofModel = placed.path[0] === 'llm' || (typeof key === 'string' && key.endsWith('Modifier'));
    const ofAnswer = key === 'headers' && placed.path.at(-2) === 'rejection';
    if ((ofModel && names.includes(String(key))) || ofAnswer) found.push(placed);
  });
  return found;
}
