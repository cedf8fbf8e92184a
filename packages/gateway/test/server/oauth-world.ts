/** What tests of tokens share: an issuer that signs whatever it is asked for, settings of a gateway, and requests. */
import { type FakeIssuer, signed, startFakeIssuer } from '../../../access/test/issuers.js';
import { ask } from '../ask.js';
import type { Running } from './harness.js';

/** The issuer of the tokens. */
export let fake: FakeIssuer;

/** Starts the issuer that signs whatever it is asked for, before the tests of a file. */
export async function beginIssuer(): Promise<void> {
  fake = await startFakeIssuer();
}

/** The public address of `/mcp`. */
export const resource = 'https://mcp.example.com/mcp';
/** Now, in seconds since 1970. */
export const seconds = () => Math.floor(Date.now() / 1000);
/** A token of that issuer for alice. */
export const token = (more: object = {}) =>
  signed({ iss: fake.issuer, sub: 'alice', aud: resource, exp: seconds() + 600, scope: 'mcp', ...more }, fake.privateKey);
/** The header with a token or key. */
export const bearer = (text: string) => ({ authorization: `Bearer ${text}` });

/** Settings of `auth.oauth` as YAML. */
export const oauth = (more: object = {}) => ({ resource, issuers: [{ issuer: fake.issuer }], required_scopes: ['mcp'], ...more });
/** Members of gateway.yaml. */
export const withAuth = (auth: object, more: object = {}) => JSON.stringify({ auth, ...more }).slice(1, -1);
/** A text of gateway.yaml with trusted servers by name. */
export const settings = (servers: Record<string, string>, auth: object, more: object = {}) =>
  `{${JSON.stringify({ servers: Object.fromEntries(Object.entries(servers).map(([name, url]) => [name, { url, trust_mode: 'auto' }])) }).slice(1, -1)},${withAuth(auth, more)}}`;

/** Headers of a message. */
export const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
/** A request as text. */
export const rpc = (method: string, params: object = {}) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
const hello = rpc('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } });

/** Sends a message to an endpoint. */
export const post = ({ port }: Pick<Running, 'port'>, headers: Record<string, string>, body = rpc('ping'), path = '/mcp') =>
  ask(port, path, { method: 'POST', headers: { ...json, ...headers }, body });
/** Opens a session, and returns the headers of its further requests. */
export const open = async (
  running: Pick<Running, 'port'>,
  headers: Record<string, string>,
  path = '/mcp',
): Promise<Record<string, string>> => {
  const { status, headers: answered, text } = await post(running, headers, hello, path);
  if (status !== 200) throw new Error(text);
  return { ...headers, 'mcp-session-id': String(answered['mcp-session-id']) };
};
/** The parts of answers that the tests read. */
interface Answered {
  readonly result: {
    readonly tools: readonly { name: string }[];
    readonly content: readonly [{ text: string }];
  };
  readonly error: { readonly data: { readonly failure_mode: string } };
}

/** The JSON-RPC answer in a body or an event stream. */
export const resultOf = (text: string) => JSON.parse(text.replace(/^event: message\ndata: /, '')) as Answered;
/** The names of the tools of servers that a caller is listed. */
export const toolNames = async (running: Pick<Running, 'port'>, headers: Record<string, string>, path = '/mcp') =>
  resultOf((await post(running, headers, rpc('tools/list'), path)).text)
    .result.tools.map(({ name }) => name)
    .filter(name => name.includes('__'));
