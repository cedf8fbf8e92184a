/** Servers of any format as rules look at them: how each is reached, under the words of its format. */
import type { Path, Span } from '@mcpgw/diagnostics';
import { entries, entry, get, items, type Kind, memoBy, type Node, type RuleContext, text } from '@mcpgw/structure';
import { namedTransport, type Transport, transportOf } from '../formats/transport.js';
import { type ListedServer, serversOf } from './mcp-servers-of.js';

/** A text with its position. */
export interface Text {
  readonly key: string;
  readonly keySpan: Span;
  readonly node: Node;
  readonly text: string;
  readonly path: Path;
}

/** A server, and how it is reached. Fields that do not count for its transport are listed all the same. */
export interface EndpointView extends ListedServer {
  /** The transport that counts, and whether a field names it. */
  readonly transport: Transport | undefined;
  readonly named: Text | undefined;
  readonly command: Text | undefined;
  readonly args: readonly Text[];
  /** The addresses in the order in which they count. */
  readonly urls: readonly Text[];
  readonly cwd: Text | undefined;
  readonly env: readonly Text[];
  readonly headers: readonly Text[];
}

const transportFields: Partial<Record<Kind, readonly string[]>> = {
  'mcp-config': ['protocol'],
  serve: ['protocol'],
  'client-config': ['type', 'transport'],
  'vscode-config': ['type'],
  'opencode-config': ['type'],
  'langchain-config': ['transport'],
};

function textAt(server: ListedServer, key: string): Text | undefined {
  const found = entry(server.node, key);
  const value = text(found?.value);
  return found === undefined || value === undefined || value === ''
    ? undefined
    : { key, keySpan: found.keySpan, node: found.value, text: value, path: [...server.path, key] };
}

function textsAt(server: ListedServer, key: string): Text[] {
  const found = entry(server.node, key);
  if (found === undefined) return [];
  if (found.value.kind === 'list')
    return items(found.value).flatMap((node, index) => {
      const value = text(node);
      return value === undefined ? [] : [{ key, keySpan: node.span, node, text: value, path: [...server.path, key, index] }];
    });
  return entries(found.value).flatMap(({ key: name, keySpan, value: node }) => {
    const value = text(node);
    return value === undefined ? [] : [{ key: name, keySpan, node, text: value, path: [...server.path, key, name] }];
  });
}

/** The servers of a document. Entries of servers that the program itself provides are left out. */
export const endpointsOf = ({ root, kind }: Pick<RuleContext, 'root' | 'kind'>): readonly EndpointView[] => endpointsIn(root, kind);

const endpointsIn = memoBy((root, kind: Kind) =>
  serversOf({ root, kind }).flatMap(server => {
    if (server.node.kind !== 'map' || (kind === 'mcp-servers' && text(get(server.node, 'type')) === 'server')) return [];
    return [viewOf(server, kind)];
  }),
);

function viewOf(server: ListedServer, kind: Kind): EndpointView {
  const listed = kind === 'opencode-config' ? textsAt(server, 'command') : [];
  const command = listed[0] ?? textAt(server, 'command');
  const urls = ['httpUrl', 'url', 'serverUrl'].flatMap(key => textAt(server, key) ?? []);
  const names = (transportFields[kind] ?? []).flatMap(key => textAt(server, key) ?? []);
  const named = names.find(({ text }) => namedTransport(text) !== undefined);
  return {
    ...server,
    transport: transportOf(named?.text, command?.text, urls[0]?.text),
    named,
    command,
    args: kind === 'opencode-config' ? listed.slice(1) : textsAt(server, 'args'),
    urls,
    cwd: textAt(server, 'cwd') ?? textAt(server, 'working_dir'),
    env: textsAt(server, kind === 'opencode-config' ? 'environment' : 'env'),
    headers: textsAt(server, 'headers'),
  };
}

const placeholder = /\$\{[^{}]*\}|\{(?:env|file):[^{}]*\}/g;

/** A text whose placeholders are replaced by a letter, so that what stands around them can be looked at. */
export const withoutPlaceholders = (text: string): string => text.replace(placeholder, 'X');

/** Whether a text consists of placeholders alone, so that nothing of it is known. */
export const isOnlyPlaceholders = (text: string): boolean => text !== '' && text.replace(placeholder, '').trim() === '';

/** URLs that were read last: many rules, and the next check of a document, ask about the same addresses. */
const knownUrls = new Map<string, URL | undefined>();
const maxKnown = 5_000;

/** The URL of an address without placeholders in its host; undefined if it has some or cannot be parsed. Nobody changes it. */
export function urlOf(text: string): URL | undefined {
  if (knownUrls.has(text)) return knownUrls.get(text);
  if (knownUrls.size >= maxKnown) knownUrls.clear();
  const url = readUrl(text);
  if (text.length < 1_000) knownUrls.set(text, url);
  return url;
}

function readUrl(text: string): URL | undefined {
  const known = text.replace(placeholder, 'mcpgw-placeholder');
  if (!URL.canParse(known)) return undefined;
  const url = new URL(known);
  return url.host.includes('mcpgw-placeholder') ? undefined : url;
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|.*\.localhost)$/i;

/** Whether a host name is this machine. */
export const isLoopback = (host: string): boolean => loopback.test(host);

/** Ends of public names of two labels. Others, such as `collector.monitoring`, are a Service and its namespace. */
const publicEnd =
  /\.(?:[a-z]{2}|com|org|net|edu|gov|mil|int|info|biz|name|pro|mobi|cloud|online|site|xyz|tech|software|systems|services)$/i;

/** Whether a host name is one of the public Internet: a name with a dot that no private network uses, or a public address. */
export function isPublicHost(host: string): boolean {
  if (isLoopback(host) || host.startsWith('[')) return false;
  if (/^\d+(?:\.\d+){3}$/.test(host))
    return !/^(?:10|127|0|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./.test(host);
  if (/^[^.]+\.[^.]+$/.test(host) && !publicEnd.test(host)) return false;
  return (
    /\.[a-z]{2,}\.?$/i.test(host) &&
    !/\.(?:svc|local|internal|lan|home|corp|intranet|private|test|example|invalid|arpa|docker)\.?$/i.test(host)
  );
}

/** Whether a program is a shell, which replaces variables in its arguments itself. */
export const isShell = (command: Text | undefined): boolean =>
  /(?:^|[/\\])(?:ba|z|da|k)?sh$|cmd(?:\.exe)?$|powershell|pwsh/i.test(command?.text ?? '');
