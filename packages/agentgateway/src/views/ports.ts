import { at, entries, get, isNull, type Node, text } from '@mcpgw/structure';
import { child, listed, type Placed } from './views.js';

const internal = [
  ['adminAddr', 'admin', 15000],
  ['statsAddr', 'stats', 15020],
  ['readinessAddr', 'readiness', 15021],
] as const;

/** The ports that the proxy itself listens on, with their purposes. */
export function internalPorts(root: Node): Map<number, string> {
  const found = new Map<number, string>();
  for (const [key, use, standard] of internal) {
    const address = text(at(root, 'config', key));
    if (address === 'off' || address?.startsWith('unix:') === true) continue;
    const port = address === undefined ? standard : Number(/:(\d+)$/.exec(address)?.[1] ?? standard);
    found.set(port, use);
  }
  return found;
}

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
