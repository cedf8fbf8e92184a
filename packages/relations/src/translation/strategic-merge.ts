/** Strategic merge patches, as the controller applies the overlays of AgentgatewayParameters. Follows apimachinery/pkg/util/strategicpatch. */

import { type Entry, entry, get, isNull, items, type MapNode, type Node, text } from '@mcpgw/structure';
import { writtenOf } from '../objects/objects.js';

/** The field by which the items of a list are merged. Other lists are replaced as a whole. */
const mergeKeys: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  containers: 'name',
  initContainers: 'name',
  ephemeralContainers: 'name',
  env: 'name',
  volumes: 'name',
  imagePullSecrets: 'name',
  volumeMounts: 'mountPath',
  volumeDevices: 'devicePath',
  hostAliases: 'ip',
  topologySpreadConstraints: 'topologyKey',
});

/** Ports of containers and of Services have the same name and different keys. */
function keyOfList(name: string, base: readonly Node[]): string | undefined {
  if (name !== 'ports') return mergeKeys[name];
  return base.some(item => get(item, 'containerPort') !== undefined) ? 'containerPort' : 'port';
}

/** What a patch makes of a value. Values of the patch keep their positions. A directive such as `$patch: delete` is followed. */
export function merged(base: Node | undefined, patch: Node, name = ''): Node | undefined {
  if (isNull(patch)) return undefined;
  if (patch.kind === 'map') return mergedMap(base?.kind === 'map' ? base : undefined, patch);
  if (patch.kind === 'list') return mergedList(base?.kind === 'list' ? base.items : [], patch, name);
  return patch;
}

function mergedMap(base: MapNode | undefined, patch: MapNode): Node | undefined {
  const directive = text(get(patch, '$patch'));
  if (directive === 'delete') return undefined;
  const old = new Map<string, Entry>((directive === 'replace' ? [] : (base?.entries ?? [])).map(each => [each.key, each]));
  const given = patch.entries.filter(({ key }) => !key.startsWith('$'));
  const changed = given.flatMap((each): Entry[] => {
    const value = merged(old.get(each.key)?.value, each.value, each.key);
    return value === undefined ? [] : [{ ...each, value }];
  });
  const names = new Set(given.map(({ key }) => key));
  // The entries of the patch come first, because a mapping is reported at its first key.
  return { kind: 'map', entries: [...changed, ...[...old.values()].filter(({ key }) => !names.has(key))], span: patch.span };
}

const idOf = (item: Node, key: string): string => writtenOf(get(item, key));

function mergedList(base: readonly Node[], patch: Extract<Node, { kind: 'list' }>, name: string): Node {
  const key = keyOfList(name, base);
  const isWhole = patch.items.some(item => text(get(item, '$patch')) === 'replace');
  const given = patch.items.filter(item => !(isWhole && entry(item, '$patch') !== undefined));
  if (key === undefined || isWhole || patch.items.some(item => item.kind !== 'map')) return { ...patch, items: given };
  const next = new Map<string, Node>(base.map((item, index) => [idOf(item, key) || `#${index}`, item]));
  patch.items.forEach((item, index) => {
    const id = idOf(item, key) || `+${index}`;
    const value = merged(next.get(id), item);
    if (value === undefined) next.delete(id);
    else next.set(id, value);
  });
  return { ...patch, items: [...next.values()] };
}

/** The item of a list with a name. */
export const itemNamed = (list: Node | undefined, name: string): Node | undefined =>
  items(list).find(item => text(get(item, 'name')) === name);
