import type { Shape } from '@mcpgw/structure';
import { typeNames, typeOf } from './index.js';

function follow(shape: Shape): void {
  if (shape.type === 'lazy') shape.get();
  if (shape.type === 'list' || shape.type === 'map') follow(shape.of);
  if (shape.type === 'select') for (const one of shape.of) follow(one);
}

test('every type compiles and every type that a field names exists', () => {
  for (const name of typeNames()) for (const field of Object.values(typeOf(name).fields)) follow(field.shape);
  expect(typeNames().length).toBeGreaterThan(300);
});
