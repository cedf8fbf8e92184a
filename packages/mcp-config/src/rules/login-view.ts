/** The logins of servers as rules look at them. */
import type { Path } from '@mcpgw/diagnostics';
import { get, type Node, type RuleContext, text } from '@mcpgw/structure';
import { endpointsOf, isLoopback } from './endpoint.js';

/** Modes in which nobody logs in: the gateway has tokens of its own. */
export const machineModes: readonly string[] = ['client_credentials', 'token_exchange'];

/** Whether a login may use an address: https, or http on this machine. */
export const isSafe = (url: URL | undefined): boolean =>
  url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));

/** The `oauth` of a server that is reached over HTTP. */
export interface LoginView {
  readonly context: RuleContext;
  readonly name: string;
  readonly node: Node;
  readonly path: Path;
  /** The address of the server. */
  readonly url: string | undefined;
}

/** The logins of a document. */
export function loginsOf(context: RuleContext): LoginView[] {
  return endpointsOf(context).flatMap(({ transport, node, path, name, urls }) => {
    const oauth = get(node, 'oauth');
    if (transport === 'stdio' || oauth?.kind !== 'map') return [];
    return [{ context, name: name ?? '', node: oauth, path: [...path, 'oauth'], url: urls[0]?.text }];
  });
}

/** The text of a field that is set; undefined for one that is empty or not known before it is used. */
export function knownText({ node }: LoginView, key: string): string | undefined {
  const value = text(get(node, key));
  return value === undefined || value === '' || value.includes('${') ? undefined : value;
}

/** Whether a field is set to something, also by a placeholder. */
export function isSet({ node }: LoginView, key: string): boolean {
  return (text(get(node, key)) ?? '') !== '';
}

/** Reports a field of a login, or the login where the field is missing. */
export function reportField(
  { context, node, path }: LoginView,
  key: string,
  found: { message: string; suggestion: string; severity?: 'info' | 'warning' },
): void {
  context.report({ at: get(node, key) ?? node, path: get(node, key) === undefined ? path : [...path, key], ...found });
}
