import { nanosecondsAt, policiesNamed, servesKind } from '@mcpgw/agentgateway/internal';
import { get, items, type Node, type Rule, text } from '@mcpgw/structure';
import { onMcpRoute } from '../examples/examples.js';

/** The names of a list in lower case; undefined if the list allows everything. */
function names(node: Node | undefined): string[] | undefined {
  const all = items(node).map(item => text(item)?.toLowerCase() ?? '');
  return all.includes('*') ? undefined : all;
}

/** Headers of MCP requests that a browser may send only when they are allowed. */
const mcpHeaders = ['content-type', 'mcp-session-id', 'mcp-protocol-version'];

/** Policies that read a credential from the header Authorization unless they name another place. */
const readers = ['jwtAuth', 'mcpAuthentication', 'basicAuth', 'apiKey'];

/** The places from which the policies read a credential that each request needs: a header in lower case, or a cookie. */
function placesOf(policies: Node): (readonly ['header' | 'cookie', string])[] {
  return readers.flatMap((key): (readonly ['header' | 'cookie', string])[] => {
    const policy = get(policies, key);
    const location = get(policy, 'location') ?? get(policy, 'authorizationLocation');
    const mode = text(get(policy, 'mode'))?.toLowerCase();
    if (policy?.kind !== 'map' || mode === 'optional' || mode === 'permissive') return [];
    if (location === undefined) return [['header', 'authorization']];
    const [header, cookie] = ['header', 'cookie'].map(place => text(get(get(location, place), 'name')));
    return header !== undefined ? [['header', header.toLowerCase()]] : cookie !== undefined ? [['cookie', cookie]] : [];
  });
}

const isTrue = (node: Node | undefined): boolean => node?.kind === 'scalar' && node.value === true;

type Say = (key: string, message: string, suggestion: string, severity?: 'info') => void;

/** Whether pages may send the credentials that policies ask for. */
function checkCredentials(cors: Node, places: ReturnType<typeof placesOf>, isMcp: boolean, say: Say): void {
  const headers = names(get(cors, 'allowHeaders')) ?? [];
  const kept = places.find(([place, name]) => place === 'header' && headers.length > 0 && !headers.includes(name))?.[1];
  if (kept !== undefined)
    say(
      'allowHeaders',
      `requests need the header ${kept === 'authorization' ? 'Authorization' : kept}, which pages may not send: it is not allowed`,
      `add "${kept}"`,
      isMcp ? 'info' : undefined,
    );
  const cookie = places.find(([place]) => place === 'cookie')?.[1];
  if (cookie !== undefined && !isTrue(get(cors, 'allowCredentials')))
    say(
      'allowCredentials',
      `requests need the cookie "${cookie}", and without credentials browsers send no cookie`,
      'add "allowCredentials: true"',
    );
}

export const corsPreflight: Rule = {
  id: 'cors-preflight',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The browser asks before it sends a request, and blocks what the answer does not allow or expose.',
  docs: {
    checks:
      'Methods are in upper case; an MCP route exposes Mcp-Session-Id and allows the headers content-type, mcp-session-id and mcp-protocol-version (an info). The header and the cookie with the credential that the same policies ask for are allowed; maxAge is a second or more; `*` is not exposed with credentials.',
    seen: 'Live: v0.12.0, v1.1.0 and v1.4.1 send `put` for `allowMethods: [put]`, which browsers do not take for PUT, and `max-age: 0` for 500ms.',
    fix: 'For MCP: `allowMethods: [GET, POST, DELETE]`, `allowHeaders: [authorization, content-type, mcp-session-id, mcp-protocol-version]`, `exposeHeaders: [Mcp-Session-Id]`.',
    wrong: onMcpRoute('cors: {allowOrigins: ["https://app.example.com"], allowMethods: [GET, POST, DELETE], allowHeaders: ["*"]}'),
    correct: onMcpRoute(
      'cors: {allowOrigins: ["https://app.example.com"], allowMethods: [GET, POST, DELETE], allowHeaders: ["*"], exposeHeaders: [Mcp-Session-Id]}',
    ),
  },
  check({ root, report }) {
    for (const { node, path, set } of policiesNamed(root, 'cors')) {
      if (node.kind !== 'map' || items(get(node, 'allowOrigins')).length === 0) continue;
      const say: Say = (key, message, suggestion, severity) =>
        report({
          at: get(node, key) ?? node,
          path: get(node, key) === undefined ? path : [...path, key],
          message,
          suggestion,
          ...(severity === undefined ? {} : { severity }),
        });
      const isMcp = servesKind(root, set, 'mcp') === true && set.level !== 'listener';
      const lower = items(get(node, 'allowMethods'))
        .map(item => text(item) ?? '')
        .find(method => method !== method.toUpperCase());
      if (lower !== undefined)
        say('allowMethods', `browsers compare methods exactly: "${lower}" allows nothing`, `write "${lower.toUpperCase()}"`);
      const headers = names(get(node, 'allowHeaders'));
      const missing = isMcp && headers !== undefined ? mcpHeaders.filter(name => !headers.includes(name)) : [];
      if (missing.length > 0)
        say(
          'allowHeaders',
          `MCP clients in browsers send ${missing.join(', ')}, which is not allowed`,
          `add ${missing.join(', ')}, or "*"`,
          'info',
        );
      checkCredentials(node, placesOf(set.node), isMcp, say);
      const exposed = names(get(node, 'exposeHeaders'));
      if (isMcp && exposed !== undefined && !exposed.includes('mcp-session-id'))
        say(
          'exposeHeaders',
          'clients in browsers cannot read Mcp-Session-Id, so every request after the first one fails',
          'add "Mcp-Session-Id"',
        );
      const credentials = get(node, 'allowCredentials');
      const sendsCookies = credentials?.kind === 'scalar' && credentials.value === true;
      if (exposed === undefined && sendsCookies)
        say('exposeHeaders', 'with credentials, browsers take "*" as the name of a header', 'name the headers');
      const age = nanosecondsAt(get(node, 'maxAge'));
      if (age !== undefined && age < 1_000_000_000n)
        say('maxAge', 'the seconds are sent, here 0: every request is preceded by another one', 'write a second or more');
    }
  },
};
