/**
 * Stands in for agentgateway where no binary of it is given: reads the chart's config.yaml, answers readiness, and passes each request
 * on to the target of its path. It knows no tokens, no authorization and no rules: tests that need those need the real one.
 */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { parse } from 'yaml';

interface Route {
  readonly prefix: string;
  readonly url: URL;
}

// biome-ignore lint/suspicious/noExplicitAny: a configuration file
const config: any = parse(readFileSync(process.argv[process.argv.indexOf('-f') + 1]!, 'utf8'));

// biome-ignore lint/suspicious/noExplicitAny: a configuration file
function routeOf(route: any): Route[] {
  const [{ mcp: { host = '', port = 80, path = '/mcp' } = {} } = {}] = route.backends[0].mcp?.targets ?? [];
  const url = URL.canParse(host) ? host : `http://${host}:${port}${path}`;
  // biome-ignore lint/suspicious/noExplicitAny: a configuration file
  return URL.canParse(url) ? route.matches.map((match: any) => ({ prefix: match.path.pathPrefix, url: new URL(url) })) : [];
}

function pass(routes: readonly Route[], incoming: IncomingMessage, answer: ServerResponse): void {
  const { pathname } = new URL(incoming.url!, 'http://proxy');
  const found = routes.find(({ prefix }) => pathname === prefix || pathname.startsWith(`${prefix}/`));
  if (found === undefined) return void answer.writeHead(404).end('route not found');
  const headers = { ...incoming.headers, host: found.url.host };
  const outgoing = request(found.url, { method: incoming.method!, headers }, inner => {
    answer.writeHead(inner.statusCode!, inner.headers);
    inner.pipe(answer);
  });
  outgoing.on('error', error => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end(`stand-in: ${error.message}`)));
  answer.on('close', () => outgoing.destroy());
  incoming.pipe(outgoing);
}

const portOf = (address: string | undefined, usual: number): number => Number(address?.split(':').at(-1) ?? usual);

for (const bind of config.binds ?? []) {
  // biome-ignore lint/suspicious/noExplicitAny: a configuration file
  const routes: Route[] = bind.listeners.flatMap((listener: any) => (listener.routes ?? []).flatMap(routeOf));
  routes.sort((a, b) => b.prefix.length - a.prefix.length);
  createServer((incoming, answer) => pass(routes, incoming, answer)).listen(bind.port);
}
createServer((_, answer) => answer.end('ready')).listen(portOf(config.config?.readinessAddr, 15021));
createServer((_, answer) => answer.end('# no metrics\n')).listen(portOf(config.config?.statsAddr, 15020));
process.on('SIGTERM', () => process.exit(0));
