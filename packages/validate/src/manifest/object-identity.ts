import type { Span } from '@mcpgw/diagnostics';
import { at, entries, get, headSpan, type Node, text } from '@mcpgw/structure';

/** The identity of an object for the API server. */
export interface ObjectIdentity {
  /** Group, kind, namespace and name: equal for two objects that the server considers the same. */
  readonly key: string;
  /** The object in words: `Service "web" in namespace "shop"`. */
  readonly label: string;
  /** The span of its name. */
  readonly span: Span;
  /** Whether it is a Helm hook, which Helm creates and deletes separately from the other objects. */
  readonly isHook: boolean;
}

/**
 * The identity of an object; undefined if it has no kind or if the server generates its name (`generateName`). The version of the API
 * does not matter. `namespace` is the namespace of objects that specify none.
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
