import { formatPath, type Path } from '@mcpgw/diagnostics';
import type { Field, StructShape } from '@mcpgw/structure';
import { typeOf } from '../types/index.js';

const maxLevels = 5;

/** Where an unknown field would belong: at the nearest path below its structure, else anywhere in the kind. */
export function elsewhere(name: string, type: StructShape, kind: string): string | undefined {
  const below = find(name, type);
  if (below !== undefined) return `it belongs under ${formatPath(below)}`;
  const anywhere = knownType(kind) === undefined ? undefined : find(name, knownType(kind)!);
  if (anywhere === undefined) return undefined;
  return anywhere.length === 0 ? 'it belongs at the top of the object' : `it belongs under ${formatPath(anywhere)}`;
}

function knownType(kind: string): StructShape | undefined {
  try {
    return typeOf(kind);
  } catch {
    return undefined;
  }
}

/** Searches for a field level by level. Returns the path of the structure that has it. */
function find(name: string, start: StructShape): Path | undefined {
  const met = new Set([start]);
  let level: { type: StructShape; path: Path }[] = [{ type: start, path: [] }];
  for (let depth = 0; depth <= maxLevels && level.length > 0; depth++) {
    const hit = level.find(({ type }) => type.fields[name] !== undefined);
    if (hit !== undefined) return hit.path;
    level = level.flatMap(({ type, path }) => children(type, path)).filter(({ type }) => !met.has(type) && met.add(type));
  }
  return undefined;
}

function children(type: StructShape, path: Path): { type: StructShape; path: Path }[] {
  return Object.entries(type.fields).flatMap(([name, field]) => {
    const target = structureOf(field);
    return target === undefined ? [] : [{ type: target, path: [...path, name, ...(field.shape.type === 'list' ? [0] : [])] }];
  });
}

/** The structure of a field, or of the items of its list. */
function structureOf({ shape }: Field): StructShape | undefined {
  const of = shape.type === 'list' ? shape.of : shape;
  const target = of.type === 'lazy' ? of.get() : undefined;
  return target?.type === 'struct' ? target : undefined;
}
