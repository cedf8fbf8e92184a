import type { FieldType } from '../objects/table.js';
import { typeNames, typeOf } from './index.js';

function follow(type: FieldType): void {
  if (type.kind === 'ref') typeOf(type.name);
  if (type.kind === 'list' || type.kind === 'map') follow(type.of);
}

test('every type compiles and every type that a field names exists', () => {
  for (const name of typeNames()) for (const field of typeOf(name).fields.values()) follow(field.type);
  expect(typeNames().length).toBeGreaterThan(300);
});
