import { get, type Rule, text } from '@mcpgw/structure';
import { parseListen } from '../formats/listen.js';
import { type EndpointView, endpointsOf, isLoopback, urlOf } from './endpoint.js';
import { serverKinds } from './mcp-servers-of.js';

export const serverReachedTwice: Rule = {
  id: 'server-reached-twice',
  severity: 'warning',
  kinds: serverKinds,
  why: 'Each tool exists twice under two names, and a model chooses between them by chance; a gateway that reaches itself calls itself without end.',
  docs: {
    checks:
      'Two entries with the same address and headers, or the same command, arguments, directory and variables; and an entry whose address is the one that the gateway listens on.',
    basedOn: 'The code of `mcpgw serve`: each entry is a server with tools of its own.',
    fix: 'Remove one of the entries.',
    wrong: 'mcpServers:\n  one:\n    url: http://localhost:8000/mcp\n  two:\n    url: http://localhost:8000/mcp\n',
    correct: 'mcpServers:\n  one:\n    url: http://localhost:8000/mcp\n  two:\n    url: http://localhost:8001/mcp\n',
  },
  check(context) {
    const seen = new Map<string, EndpointView>();
    const own =
      context.kind === 'serve' || context.kind === 'mcp-config'
        ? parseListen(text(get(context.root, 'listen')) ?? '127.0.0.1:8080')
        : undefined;
    for (const server of endpointsOf(context)) {
      if (isOff(server)) continue;
      const target = targetOf(server);
      if (target === undefined) continue;
      const first = seen.get(target);
      if (first !== undefined)
        context.report({
          at: server.nameSpan,
          path: server.path,
          message: `"${server.name ?? ''}" is the same server as "${first.name ?? ''}"`,
          suggestion: 'remove one of the two entries',
        });
      else seen.set(target, server);
      const url = server.transport === 'stdio' ? undefined : urlOf(server.urls[0]?.text ?? '');
      if (own === undefined || own.port === 0 || url === undefined || !isOwn(url, own)) continue;
      const { node, path } = server.urls[0]!;
      context.report({
        at: node,
        path,
        severity: 'error',
        message: `the address of "${server.name ?? ''}" is that of the gateway itself`,
        suggestion: 'name the address of the server, or let the gateway listen on another port',
      });
    }
  },
};

const isOff = ({ node }: EndpointView): boolean =>
  ['enabled', 'disabled'].some(key => {
    const value = get(node, key);
    return value?.kind === 'scalar' && value.value === (key === 'disabled');
  });

function targetOf({ transport, urls, headers, command, args, env, cwd }: EndpointView): string | undefined {
  if (transport === undefined) return undefined;
  const plain = (list: readonly { readonly key: string; readonly text: string }[]) => list.map(({ key, text }) => [key, text]).sort();
  if (transport !== 'stdio') return JSON.stringify([urlOf(urls[0]?.text ?? '')?.href.replace(/\/$/, '') ?? urls[0]?.text, plain(headers)]);
  return JSON.stringify([command?.text, args.map(({ text }) => text), plain(env), cwd?.text]);
}

function isOwn(url: URL, own: { readonly host: string; readonly port: number }): boolean {
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  const isSame =
    url.hostname === own.host || (isLoopback(url.hostname) && (isLoopback(own.host) || own.host === '0.0.0.0' || own.host === '::'));
  return url.protocol === 'http:' && port === own.port && isSame && /^\/(?:mcp(?:\/.*)?)?$/.test(url.pathname);
}
