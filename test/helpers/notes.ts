/** What NOTES.txt of the chart tells people to do, as data. */

interface Named {
  readonly namespace: string;
  readonly name: string;
}

export interface Notes {
  /** Routes of the proxy: the path, and the server behind it. */
  readonly routes: readonly { readonly path: string; readonly url: URL }[];
  /** Deployments to wait for. */
  readonly rollouts: readonly Named[];
  /** Releases to test. */
  readonly tests: readonly Named[];
  /** Addresses for MCP clients inside of the cluster. */
  readonly clients: readonly URL[];
  /** Whether only some pods of the cluster reach those. */
  readonly isGuarded: boolean;
  readonly forwards: readonly (Named & { readonly port: number })[];
  /** Addresses of pages, on this machine while the ports are forwarded. */
  readonly pages: readonly URL[];
  /** What is listed by `kubectl get`. */
  readonly lists: readonly { readonly namespace: string; readonly resources: readonly string[] }[];
  /** AgentgatewayPolicies that are named. */
  readonly policies: readonly Named[];
  /** The gateway that runs: its Service and port. */
  readonly gateways: readonly { readonly name: string; readonly port: number }[];
  /** Lines with a command or an address that nothing here understands. */
  readonly unknown: readonly string[];
}

const patterns = {
  routes: /^ {2}(\/\S*) -> (http\S+)$/,
  rollouts: /kubectl -n (\S+) rollout status deployment\/(\S+)$/,
  tests: /helm -n (\S+) test (\S+)$/,
  clients: /Point MCP clients at {2}(http\S+)$/,
  forwards: /kubectl -n (\S+) port-forward service\/(\S+) (\d+)(?:, then (http\S+))?$/,
  lists: /kubectl -n (\S+) get ([\w,]+)$/,
  policies: /AgentgatewayPolicy (\S+), namespace (\S+)\.$/,
  gateways: /^The gateway \(mcpgw serve\) runs as (\S+), port (\d+),/,
} as const;

/** Reads what Helm prints after an installation. */
export function readNotes(text: string): Notes {
  const lines = text.split('\n');
  const found = (name: keyof typeof patterns) =>
    lines.map(line => patterns[name].exec(line)).filter((match): match is RegExpExecArray => match !== null);
  const named = ([, namespace, name]: RegExpExecArray): Named => ({ namespace: namespace!, name: name! });
  const forwards = found('forwards');
  return {
    routes: found('routes').map(([, path, url]) => ({ path: path!, url: new URL(url!) })),
    rollouts: found('rollouts').map(named),
    tests: found('tests').map(named),
    clients: found('clients').map(([, url]) => new URL(url!)),
    isGuarded: text.includes('only the peers of networkPolicy.ingressFrom reach it'),
    forwards: forwards.map(match => ({ ...named(match), port: Number(match[3]) })),
    pages: forwards.flatMap(([, , , , page]) => (page === undefined ? [] : [new URL(page)])),
    lists: found('lists').map(([, namespace, resources]) => ({ namespace: namespace!, resources: resources!.split(',') })),
    policies: found('policies').map(([, name, namespace]) => ({ namespace: namespace!, name: name! })),
    gateways: found('gateways').map(([, name, port]) => ({ name: name!, port: Number(port) })),
    unknown: lines.filter(line => /kubectl|helm |https?:\/\//.test(line) && !Object.values(patterns).some(pattern => pattern.test(line))),
  };
}
