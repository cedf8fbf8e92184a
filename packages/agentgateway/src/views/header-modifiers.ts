import { memo } from '@mcpgw/structure';
import { type Placed, walk } from './views.js';

const names = ['requestHeaderModifier', 'responseHeaderModifier', 'requestHeaders', 'responseHeaders'];

/** Every header modifier: of routes, backends and models, and of answers of prompt guards. */
export const headerModifiers = memo((root): readonly Placed[] => {
  const found: Placed[] = [];
  walk(
    { node: root, path: [] },
    placed => {
      const key = placed.path.at(-1);
      const ofModel = placed.path[0] === 'llm' || (typeof key === 'string' && key.endsWith('Modifier'));
      const ofAnswer = key === 'headers' && placed.path.at(-2) === 'rejection';
      if ((ofModel && names.includes(String(key))) || ofAnswer) found.push(placed);
    },
    ({ last = '' }) => last === 'headers' || names.includes(last),
  );
  return found;
});
