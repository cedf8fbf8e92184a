import type { Rule, RuleContext } from '@mcpgw/structure';
import { type EndpointView, endpointsOf, type Text, urlOf } from './endpoint.js';
import { serverKinds } from './mcp-servers-of.js';

export const doubtfulUrl: Rule = {
  id: 'doubtful-url',
  severity: 'warning',
  kinds: serverKinds,
  why: 'The address is accepted, and requests go elsewhere than it suggests, or nowhere.',
  docs: {
    checks:
      'Addresses with a user, a fragment, the port of the other scheme, a host that stands for all addresses, a doubled slash, a page for people (a repository, a package), or a path that belongs to another transport than the one that is named.',
    seen: 'Node 20 refused to fetch an address with a user: "Request cannot be constructed from a URL that includes credentials".',
    fix: 'Write the address as the server documents it, and the credential as a header.',
    wrong: 'mcpServers:\n  issues:\n    type: sse\n    url: http://localhost:443/mcp\n',
    correct: 'mcpServers:\n  issues:\n    type: http\n    url: https://localhost/mcp\n',
  },
  check(context) {
    for (const server of endpointsOf(context)) {
      const [first] = server.urls;
      if (server.transport === 'stdio' || first === undefined) continue;
      const url = urlOf(first.text);
      if (url !== undefined) for (const fault of faultsOf(url, first.text, server, context)) report(context, first, fault);
    }
  },
};

type Fault = readonly [message: string, suggestion: string, severity?: 'error' | 'info'];

const report = ({ report }: RuleContext, { node, path }: Text, [message, suggestion, severity]: Fault): void =>
  report({ at: node, path, message, suggestion, ...(severity && { severity }) });

function faultsOf(url: URL, written: string, server: EndpointView, { kind }: RuleContext): Fault[] {
  const faults: Fault[] = [];
  const { protocol, port, hostname, pathname } = url;
  const isOurs = kind === 'mcp-config' || kind === 'serve';
  if (url.username !== '' || url.password !== '') {
    const hasHeader = server.headers.some(({ key }) => key.toLowerCase() === 'authorization');
    if (hasHeader) faults.push(['the user in the address has no effect: the header Authorization counts', 'remove one of the two']);
    else
      faults.push([
        isOurs ? 'the address contains a user and its password' : 'the address contains a user: clients that use fetch refuse it',
        'write a header "Authorization: Basic ..."',
      ]);
  }
  if (/#/.test(written)) faults.push(['what follows "#" in the address is never sent', 'remove it']);
  // URL leaves the default port of the scheme out, so a port that is left is that of the other scheme.
  if ((protocol === 'http:' && /^(?:443|8443)$/.test(port)) || (protocol === 'https:' && port === '80'))
    faults.push([
      `port ${port} speaks ${protocol === 'http:' ? 'https' : 'http'} as a rule, and the address says ${protocol.slice(0, -1)}`,
      'write the other scheme, or the other port',
    ]);
  if (hostname === '0.0.0.0' || hostname === '[::]')
    faults.push([
      `${hostname} stands for all addresses of a listener: it is not an address to connect to`,
      'write localhost, or the name of the host',
    ]);
  if (/\/\/./.test(pathname) || /\/\/$/.test(pathname))
    faults.push(['the path holds "//", which servers compare exactly', 'write one slash']);
  if (isPage(hostname, pathname))
    faults.push([
      'this is the address of a page for people, not of an MCP server',
      'write the address that the documentation of the server gives for clients',
    ]);
  return [...faults, ...transportFaults(pathname, server, kind)];
}

/** Pages of repositories and packages, by host, with the paths below which they are. */
const pages: Readonly<Record<string, RegExp>> = {
  'github.com': /^\/[\w.-]+\/[\w.-]+/,
  'gitlab.com': /^\/[\w.-]+\/[\w.-]+/,
  'bitbucket.org': /^\/[\w.-]+\/[\w.-]+/,
  'npmjs.com': /^\/package\//,
  'pypi.org': /^\/project\//,
  'crates.io': /^\/crates\//,
  'hub.docker.com': /^\/(?:r|_|mcp)\//,
  'smithery.ai': /^\/servers?\//,
  'glama.ai': /^\/mcp\/servers\//,
  'mcp.so': /^\/server\//,
  'pulsemcp.com': /^\/servers\//,
  'raw.githubusercontent.com': /^\//,
};

function isPage(hostname: string, pathname: string): boolean {
  const host = hostname.toLowerCase().replace(/^www\./, '');
  const below = Object.hasOwn(pages, host) ? pages[host] : undefined;
  // GitLab has its own MCP server below /api.
  return below?.test(pathname) === true && !/^\/api\//.test(pathname);
}

/** Paths that by convention belong to one transport, where the entry names the other. */
function transportFaults(pathname: string, { named, transport }: EndpointView, kind: string): Fault[] {
  if (named === undefined) return [];
  const isSsePath = /\/sse\/?$/i.test(pathname);
  // VS Code tries SSE where streamable HTTP is refused.
  if (isSsePath && transport === 'streamable-http' && kind !== 'vscode-config' && kind !== 'opencode-config')
    return [
      [
        `"${named.key}: ${named.text}" is streamable HTTP, and a path that ends in /sse is that of the older transport`,
        'write "sse", or the path /mcp',
      ],
    ];
  if (/\/mcp\/?$/i.test(pathname) && transport === 'sse')
    return [
      [
        `"${named.key}: sse" is the older transport, and a path that ends in /mcp is that of streamable HTTP`,
        'write "http", or the path /sse',
      ],
    ];
  return [];
}
