import { formatPath, type Path } from '@mcpgw/diagnostics';
import type { FieldType, StructType } from '../objects/table.js';
import { typeOf } from '../types/index.js';

const maxLevels = 5;

/** Where a field that a type does not have would belong: the nearest place below, then anywhere in the kind. */
export function elsewhere(name: string, type: StructType, kind: string): string | undefined {
  const below = find(name, type);
  if (below !== undefined) return `it belongs under ${formatPath(below)}`;
  const anywhere = knownType(kind) === undefined ? undefined : find(name, knownType(kind)!);
  if (anywhere === undefined) return undefined;
  return anywhere.length === 0 ? 'it belongs at the top of the object' : `it belongs under ${formatPath(anywhere)}`;
}

function knownType(kind: string): StructType | undefined {
  try {
    return typeOf(kind);
  } catch {
    return undefined;
  }
}

/** Looks for a field level by level; gives the path of the structure that has it. */
function find(name: string, start: StructType): Path | undefined {
  const met = new Set([start]);
  let level: { type: StructType; path: Path }[] = [{ type: start, path: [] }];
  for (let depth = 0; depth <= maxLevels && level.length > 0; depth++) {
    const hit = level.find(({ type }) => type.fields.has(name));
    if (hit !== undefined) return hit.path;
    level = level.flatMap(({ type, path }) => children(type, path)).filter(({ type }) => !met.has(type) && met.add(type));
  }
  return undefined;
}

function children(type: StructType, path: Path): { type: StructType; path: Path }[] {
  return [...type.fields.values()].flatMap(field => {
    const name = refName(field.type);
    return name === undefined ? [] : [{ type: typeOf(name), path: [...path, field.name, ...(field.type.kind === 'list' ? [0] : [])] }];
  });
}

function refName(type: FieldType): string | undefined {
  if (type.kind === 'ref') return type.name;
  return type.kind === 'list' && type.of.kind === 'ref' ? type.of.name : undefined;
}
