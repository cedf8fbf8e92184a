import { at, entries, get, isNull, type Node, text } from '@mcpgw/structure';
import { child, listed, type Placed } from './views.js';

const internal = [
  ['adminAddr', 'admin', 15000],
  ['statsAddr', 'stats', 15020],
  ['readinessAddr', 'readiness', 15021],
] as const;

/** The addresses that the proxy itself listens on: the field, its use and its port. Those that are switched off or no port are left out. */
export function internalAddresses(
  root: Node,
): { readonly key: string; readonly use: string; readonly port: number; readonly isSet: boolean }[] {
  return internal.flatMap(([key, use, standard]) => {
    const address = text(at(root, 'config', key));
    if (address === 'off' || address?.startsWith('unix:') === true) return [];
    const port = address === undefined ? standard : Number(/:(\d+)$/.exec(address)?.[1] ?? standard);
    return [{ key, use, port, isSet: address !== undefined }];
  });
}

/** The ports that the proxy itself listens on, with their purposes. */
export const internalPorts = (root: Node): Map<number, string> => new Map(internalAddresses(root).map(({ port, use }) => [port, use]));

/** The port fields of binds, gateways and short forms. */
export function listeningPorts(root: Node): Placed[] {
  const holders: Placed[] = [
    ...listed(get(root, 'binds'), ['binds']),
    ...entries(get(root, 'gateways')).map(({ key, value }) => ({ node: value, path: ['gateways', key] })),
    ...['llm', 'mcp'].flatMap(key => {
      const node = get(root, key);
      return node === undefined ? [] : [{ node, path: [key] }];
    }),
  ];
  return holders.flatMap(holder => {
    const port = child(holder, 'port');
    return port === undefined || isNull(port.node) ? [] : [port];
  });
}
