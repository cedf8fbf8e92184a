/** Looks for a field in shapes. */
import type { Path } from '@mcpgw/diagnostics';
import type { FieldPlace, FieldSearch } from './misplaced.js';
import { caseOf } from './scalar.js';
import type { Shape, StructShape } from './shape.js';
import { inRange } from './versions.js';

/** The search for a field in the shapes of a version. */
export const searchShapes = (name: string, version: string): FieldSearch<StructShape> => ({
  has: ({ fields }) => Object.hasOwn(fields, name) && inRange(version, fields[name]!),
  below: ({ shape, path }) =>
    Object.entries(shape.fields).flatMap(([key, field]) =>
      inRange(version, field) ? structuresOf(field.shape, [...path, key], version) : [],
    ),
});

/** The structures that a value of a shape may be, or that its items or values may be. */
function structuresOf(shape: Shape, path: Path, version: string): FieldPlace[] {
  switch (shape.type) {
    case 'struct':
      return [{ shape, path }];
    case 'lazy':
      return structuresOf(shape.get(), path, version);
    case 'versioned':
      return structuresOf(caseOf(shape, version), path, version);
    case 'refined':
    case 'buffered':
      return structuresOf(shape.of, path, version);
    case 'union':
    case 'select':
      return shape.of.flatMap(variant => structuresOf(variant, path, version));
    case 'list':
      return structuresOf(shape.of, [...path, 0], version);
    case 'map':
      return structuresOf(shape.of, [...path, 'NAME'], version);
    default:
      return [];
  }
}
