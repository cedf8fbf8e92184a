import type { Span } from '@mcpgw/diagnostics';
import { at, entries, get, headSpan, type Node, text } from '@mcpgw/structure';

/** What the API server knows an object by. */
export interface ObjectIdentity {
  /** The same for two objects that are one to the server: group, kind, namespace and name. */
  readonly key: string;
  /** The object in words: `Service "web" in namespace "shop"`. */
  readonly label: string;
  /** Where its name stands. */
  readonly span: Span;
  /** It is a hook of Helm, which is made and deleted apart from the other objects. */
  readonly isHook: boolean;
}

/**
 * The identity of an object; undefined for what has none: no kind, or a name that the server makes (`generateName`). Versions of one
 * group are the same object. `namespace` is that of objects that name none.
 */
export function objectIdentity(object: Node, namespace = ''): ObjectIdentity | undefined {
  const [apiVersion, kind, node] = [text(get(object, 'apiVersion')), text(get(object, 'kind')), at(object, 'metadata', 'name')];
  const name = text(node);
  if (apiVersion === undefined || kind === undefined || node === undefined || name === undefined || name === '') return undefined;
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  const own = text(at(object, 'metadata', 'namespace')) ?? '';
  const place = own === '' ? namespace : own;
  const inPlace = own === '' ? '' : ` in namespace "${own}"`;
  return {
    key: JSON.stringify([group, kind, place, name]),
    label: `${kind} "${name}"${inPlace}`,
    span: headSpan(node),
    isHook: entries(at(object, 'metadata', 'annotations')).some(({ key }) => key === 'helm.sh/hook'),
  };
}
