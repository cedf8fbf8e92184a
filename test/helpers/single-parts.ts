/** Whether rules say of the parts of a document, such as routes, what they say of each part alone. */
import { type Finding, formatPath, type Path } from '@mcpgw/diagnostics';
import { findingOf, hitsOf, type Kind, type Node, type PartList, type Rule, withParts } from '@mcpgw/structure';

/** A document with the lists of its parts. */
export interface PartedDocument {
  readonly root: Node;
  readonly lists: readonly PartList[];
  readonly kind: Kind;
  readonly version: string;
}

/** What rules say, by rule and part, or `around` for everything else. */
type Said = ReadonlyMap<string, readonly string[]>;

const around = 'around';

/**
 * The differences between what rules say of a document and what they say of the document with one part, some, or none. `chosen` decides for
 * one of the documents which parts are left.
 */
export function differencesOf(rules: readonly Rule[], document: PartedDocument, chosen: () => boolean): string[] {
  const { root, lists } = document;
  const whole = saidOf(rules, document, lists);
  const empty: readonly PartList[] = lists.map(({ path }) => ({ path, parts: [] }));
  const single = lists.flatMap((list, index) => list.parts.map(part => empty.with(index, { path: list.path, parts: [part] })));
  const some = lists.map(({ path, parts }) => ({ path, parts: parts.filter(chosen) }));
  return [empty, ...single, some].flatMap(left => {
    const said = saidOf(rules, { ...document, root: withParts(root, left) }, left);
    const places = new Set([around, ...left.flatMap(({ path, parts }) => parts.map(({ step }) => formatPath([...path, step])))]);
    const keys = [...new Set([...whole.keys(), ...said.keys()])].filter(key => places.has(key.slice(key.indexOf(' ') + 1)));
    return keys.flatMap(key => {
      const [expected, found] = [whole, said].map(each => JSON.stringify(each.get(key) ?? []));
      return expected === found ? [] : [`${key}: ${expected} in the whole, ${found} with ${[...places].slice(1).join()}`];
    });
  });
}

function saidOf(rules: readonly Rule[], { root, kind, version }: PartedDocument, lists: readonly PartList[]): Said {
  const readFile = (path: string): never => {
    throw new Error(`a rule reads ${path}`);
  };
  const said = new Map<string, string[]>();
  for (const hit of hitsOf(rules, root, kind, version, readFile, 'file')) {
    const finding = findingOf(hit, 'file');
    const [place, below] = placeOf(finding.path ?? [], lists);
    const key = `${finding.rule} ${place}`;
    said.set(key, [...(said.get(key) ?? []), textOf({ ...finding, path: below })]);
  }
  return said;
}

const textOf = ({ span, severity, message, suggestion, path, fix }: Finding): string =>
  JSON.stringify([span, severity, message, suggestion, path, fix]);

/** The part that a path leads to, and the rest of the path. */
function placeOf(path: Path, lists: readonly PartList[]): readonly [place: string, below: Path] {
  for (const { path: list, parts } of lists) {
    const step = path[list.length];
    if (step === undefined || formatPath(path.slice(0, list.length)) !== formatPath(list)) continue;
    const part = typeof step === 'number' ? parts[step] : parts.find(each => each.step === step);
    if (part !== undefined) return [formatPath([...list, part.step]), path.slice(list.length + 1)];
  }
  return [around, path];
}
