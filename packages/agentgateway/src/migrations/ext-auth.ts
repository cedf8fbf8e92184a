/** Moves the policies of an external authorization check: to its own `timeout`, to its `policies`, or to those of a top-level backend. */
import type { Edit } from '@mcpgw/diagnostics';
import { entry, get, inRange, type MapNode, type Node, text, toPlain } from '@mcpgw/structure';
import { type ExtAuthzView, extAuthzs } from '../views/ext-authz.js';
import { backendNames } from '../views/views.js';
import { addToList, endOf, inline, nestEntry, removeEntry, renameKey, replaceValue, setIn } from './edit.js';
import type { Migration, MigrationContext } from './migration.js';

const policyPath = ['policies', 'http', 'requestTimeout'];

/** A check whose node is a map. Each check occurs once, even if several aliases refer to it. */
type Check = ExtAuthzView & { readonly node: MapNode };

function checksOf(root: Node): Check[] {
  const seen = new Set<number>();
  return extAuthzs(root).filter((check): check is Check => {
    if (check.node.kind !== 'map' || seen.has(check.node.span.start)) return false;
    seen.add(check.node.span.start);
    return true;
  });
}

/** Whether a version uses, for an HTTP check, only the policies of a backend. */
const ignoresPolicies = (version: string): boolean => inRange(version, { since: '1.0.0-alpha.3', until: '1.4.0-alpha.2' });

const isMap = (node: Node | undefined): node is MapNode => node?.kind === 'map';

/** v1.0.0-alpha.3: `timeout` became `policies.http.requestTimeout`. */
export const extAuthTimeout: Migration = {
  id: 'ext-auth-timeout',
  at: '1.0.0-alpha.3',
  what: 'The timeout of external authorization moved from `timeout` to `policies.http.requestTimeout`; v1.0 to v1.3 take it for an HTTP server only from a backend.',
  up(context) {
    const checks = checksOf(context.root).filter(({ node }) => entry(node, 'timeout') !== undefined);
    const lifted = checks.filter(({ protocol }) => protocol === 'http' && ignoresPolicies(context.to));
    const others = checks.filter(check => !lifted.includes(check));
    return [...others.flatMap(check => timeoutUp(context, check)), ...liftToBackends(context, lifted)];
  },
  down(context) {
    const checks = checksOf(context.root).filter(({ node }) => isMap(get(node, 'policies')));
    const simple = checks.filter(({ node }) => onlyTimeout(get(node, 'policies')) !== undefined);
    const others = checks.filter(check => !simple.includes(check));
    return [...simple.flatMap(check => timeoutDown(context, check)), ...liftToBackends(context, others)];
  },
};

function timeoutUp(context: MigrationContext, { node, path }: Check): Edit[] {
  const { source, note } = context;
  const own = entry(node, 'timeout')!;
  const value = source.slice(own.value.span.start, own.value.span.end);
  const at = { path: [...path, 'timeout'] };
  if (entry(node, 'policies') === undefined) {
    note({ kind: 'rewritten', message: `timeout: ${value} is now policies.http.requestTimeout: ${value}`, ...at });
    return nestEntry(source, node, own, policyPath);
  }
  const set = setIn(source, node, policyPath, value);
  if (set === undefined) {
    note({ kind: 'cannot', message: 'timeout and policies.http.requestTimeout are both there; keep one', ...at });
    return [];
  }
  note({ kind: 'rewritten', message: `timeout: ${value} is now policies.http.requestTimeout: ${value}`, ...at });
  return [removeEntry(source, node, own), set];
}

/** The timeout of policies that contain nothing else. */
function onlyTimeout(policies: Node | undefined): Node | undefined {
  const http = isMap(policies) && policies.entries.length === 1 ? get(policies, 'http') : undefined;
  return isMap(http) && http.entries.length === 1 ? get(http, 'requestTimeout') : undefined;
}

/** Replaces the whole of `policies` with `timeout`. A comment after the value is preserved. */
function timeoutDown({ source, note }: MigrationContext, { node, path }: Check): Edit[] {
  const policies = entry(node, 'policies')!;
  const timeout = onlyTimeout(policies.value)!;
  const value = source.slice(timeout.span.start, timeout.span.end);
  note({ kind: 'rewritten', message: `policies.http.requestTimeout: ${value} is now timeout: ${value}`, path: [...path, 'policies'] });
  return [
    renameKey(source, policies, 'timeout'),
    { span: { start: policies.keySpan.end, end: endOf(source, policies.value) }, text: `: ${value}` },
  ];
}

/** v1.4.0-alpha.2: an HTTP check honours its own `policies`. */
export const extAuthHttpPolicies: Migration = {
  id: 'ext-auth-http-policies',
  at: '1.4.0-alpha.2',
  what: 'An HTTP authorization check honours its own `policies`; v1.0 to v1.3 accept and ignore them.',
  up({ root, note, from }) {
    if (!ignoresPolicies(from)) return [];
    for (const { protocol, node, path } of checksOf(root)) {
      const policies = entry(node, 'policies');
      if (protocol !== 'http' || !isMap(policies?.value) || policies.value.entries.length === 0) continue;
      const keys = policies.value.entries.map(({ key }) => key).join(', ');
      note({
        kind: 'behaviour',
        message: `the policies of this HTTP check (${keys}) were ignored and take effect now`,
        path: [...path, 'policies'],
      });
    }
    return [];
  },
  down(context) {
    if (!ignoresPolicies(context.to)) return [];
    const checks = checksOf(context.root).filter(({ protocol, node }) => protocol === 'http' && isMap(get(node, 'policies')));
    return liftToBackends(context, checks);
  },
};

/** Moves the servers of checks to the top-level `backends`, with the policies of the check. There, every version honours them for both protocols. */
function liftToBackends(context: MigrationContext, checks: readonly Check[]): Edit[] {
  const names = new Set(backendNames(context.root));
  const made = new Map<string, { readonly name: string; readonly host: string; readonly policies: unknown }>();
  const edits = checks.flatMap(check => liftOne(context, check, names, made));
  if (made.size === 0) return edits;
  const added = addToList(context.source, context.root, 'backends', [...made.values()]);
  if (added !== undefined) return [...edits, added];
  context.note({ kind: 'cannot', message: '"backends" is not a list', path: ['backends'] });
  return [];
}

type Backend = { readonly name: string; readonly host: string; readonly policies: unknown };

function liftOne(context: MigrationContext, check: Check, names: Set<string>, made: Map<string, Backend>): Edit[] {
  const { source, note } = context;
  const { node, path } = check;
  const own = ['timeout', 'policies'].map(key => entry(node, key)).filter(found => found !== undefined);
  const [hostEntry, host] = [entry(node, 'host'), text(get(node, 'host'))];
  const at = { path };
  if (hostEntry === undefined || host === undefined || own.length !== 1) {
    const message = `the policies of the check have to stand on a top-level backend in v${context.to}; it is not known by "host" here: put them there by hand`;
    note({ kind: 'cannot', message, ...at });
    return [];
  }
  const policies = own[0]!.key === 'timeout' ? { http: { requestTimeout: toPlain(own[0]!.value) } } : toPlain(own[0]!.value);
  const key = inline([host, policies]);
  const backend = made.get(key) ?? { name: freeName(names), host, policies };
  names.add(backend.name);
  made.set(key, backend);
  note({
    kind: 'rewritten',
    message: `the server ${host} is now the top-level backend "${backend.name}", which carries its policies`,
    ...at,
  });
  return [
    renameKey(source, hostEntry, 'backend'),
    replaceValue(hostEntry.value, inline(`/${backend.name}`)),
    removeEntry(source, node, own[0]!),
  ];
}

function freeName(names: ReadonlySet<string>): string {
  if (!names.has('ext-authz')) return 'ext-authz';
  let number = 2;
  while (names.has(`ext-authz-${number}`)) number++;
  return `ext-authz-${number}`;
}
