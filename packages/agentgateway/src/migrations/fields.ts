/** Fields of a static configuration that a version renamed, moved or changed in form. */
import { type Edit, formatPath } from '@mcpgw/diagnostics';
import { at, entries, entry, get, type MapNode, type Node, text, withoutEnds } from '@mcpgw/structure';
import { mcpTargets, type Placed, policiesNamed, walk } from '../views/views.js';
import { endOf, inline, nestEntry, removeEntry, renameKey, replaceValue, setIn } from './edit.js';
import type { Migration, MigrationContext } from './migration.js';

type PlacedMap = Placed & { readonly node: MapNode };

/** Every map under a key with this name. Each map occurs once. */
function mapsUnder(root: Node, key: string): PlacedMap[] {
  const found = new Map<number, PlacedMap>();
  walk({ node: root, path: [] }, placed => {
    const { node, path } = placed;
    if (node.kind === 'map' && path.at(-1) === key) found.set(node.span.start, { node, path });
  });
  return [...found.values()];
}

const slice = (source: string, node: Node): string => source.slice(node.span.start, node.span.end);

/** v1.0.0: the timeout of a remote rate limit moved in the same way as that of external authorization. */
export const rateLimitTimeout: Migration = {
  id: 'rate-limit-timeout',
  at: '1.0.0',
  what: 'The timeout of `remoteRateLimit` moved from `timeout` to `policies.http.requestTimeout`.',
  up({ source, root, note }) {
    return policiesNamed(root, 'remoteRateLimit').flatMap(({ node, path }) => {
      const own = entry(node, 'timeout');
      if (node.kind !== 'map' || own === undefined) return [];
      const value = slice(source, own.value);
      const path2 = ['policies', 'http', 'requestTimeout'];
      note({ kind: 'rewritten', message: `timeout: ${value} is now policies.http.requestTimeout: ${value}`, path: [...path, 'timeout'] });
      if (entry(node, 'policies') === undefined) return nestEntry(source, node, own, path2);
      const set = setIn(source, node, path2, value);
      return set === undefined ? [] : [removeEntry(source, node, own), set];
    });
  },
  down({ source, root, note }) {
    return policiesNamed(root, 'remoteRateLimit').flatMap(({ node, path }) => {
      const policies = entry(node, 'policies');
      const timeout = at(policies?.value, 'http', 'requestTimeout');
      if (
        policies === undefined ||
        timeout === undefined ||
        entries(policies.value).length !== 1 ||
        entries(get(policies.value, 'http')).length !== 1
      )
        return [];
      const value = slice(source, timeout);
      note({ kind: 'rewritten', message: `policies.http.requestTimeout: ${value} is now timeout: ${value}`, path: [...path, 'policies'] });
      const end = endOf(source, policies.value);
      return [renameKey(source, policies, 'timeout'), { span: { start: policies.keySpan.end, end }, text: `: ${value}` }];
    });
  },
};

/** v1.0.0: a path regex is a string; before, it was a pair of the string and the length that counts for it. */
export const pathRegex: Migration = {
  id: 'path-regex',
  at: '1.0.0',
  what: 'A path `regex` is a string, no longer a pair of the text and the length by which routes are ordered.',
  up({ source, root, note }) {
    return mapsUnder(root, 'path').flatMap(({ node, path }) => {
      const regex = get(node, 'regex');
      if (regex?.kind !== 'list' || regex.items.length !== 2) return [];
      const value = slice(source, regex.items[0]!);
      note({
        kind: 'behaviour',
        message: `"regex" ${value} no longer names a length; the proxy orders routes by the length of the text`,
        path: [...path, 'regex'],
      });
      return [replaceValue(regex, value)];
    });
  },
  down({ source, root, note }) {
    return mapsUnder(root, 'path').flatMap(({ node, path }) => {
      const regex = get(node, 'regex');
      const value = text(regex);
      if (regex === undefined || value === undefined) return [];
      note({
        kind: 'rewritten',
        message: `"regex" counts as ${value.length} characters where routes are ordered`,
        path: [...path, 'regex'],
      });
      return [replaceValue(regex, `[${slice(source, regex)}, ${value.length}]`)];
    });
  },
};

/** v1.0.0: a match may omit the path. */
export const matchPath: Migration = {
  id: 'match-path',
  at: '1.0.0',
  what: 'A match of a route may leave out `path`; before it had to have one.',
  down({ source, root, note }) {
    const edits: Edit[] = [];
    walk({ node: root, path: [] }, ({ node, path }) => {
      if (node.kind !== 'map' || path.at(-2) !== 'matches' || node.entries.length === 0 || entry(node, 'path') !== undefined) return;
      const set = setIn(source, node, ['path'], '{pathPrefix: /}');
      if (set === undefined) return;
      note({ kind: 'rewritten', message: 'the match names the path that any request has: pathPrefix: /', path });
      edits.push(set);
    });
    return edits;
  },
};

/** v1.0.0: an inline OpenAPI document is written as a string. */
export const openapiSchema: Migration = {
  id: 'openapi-schema',
  at: '1.0.0',
  what: 'An OpenAPI document inside the configuration is the text of `schema`, no longer `schema.inline`.',
  up({ source, root, note }) {
    return mapsUnder(root, 'schema').flatMap(({ node, path }) => {
      const own = entry(node, 'inline');
      if (own === undefined || node.entries.length !== 1 || path.at(-2) !== 'openapi') return [];
      const value = text(own.value);
      if (value === undefined) return [];
      note({ kind: 'rewritten', message: 'schema.inline is now schema', path });
      return [{ span: { start: node.span.start, end: endOf(source, node) }, text: inline(value) }];
    });
  },
  down({ root, note }) {
    const edits: Edit[] = [];
    walk({ node: root, path: [] }, ({ node, path }) => {
      const value = path.at(-1) === 'schema' && path.at(-2) === 'openapi' ? text(node) : undefined;
      if (value === undefined) return;
      note({ kind: 'rewritten', message: 'schema is now schema.inline', path });
      edits.push(replaceValue(node, `{inline: ${inline(value)}}`));
    });
    return edits;
  },
};

/** v1.0.0: headers of a tracing collector are CEL expressions; before, they were strings. */
export const tracingHeaders: Migration = {
  id: 'tracing-headers',
  at: '1.0.0',
  what: 'Headers under `config.tracing` are CEL expressions; before they were plain texts.',
  up({ root, note }) {
    return entries(at(root, 'config', 'tracing', 'headers')).flatMap(({ key, value }) => {
      const plain = text(value);
      if (plain === undefined) return [];
      note({
        kind: 'rewritten',
        message: `the text of the header "${key}" is now a CEL string`,
        path: ['config', 'tracing', 'headers', key],
      });
      return [replaceValue(value, inline(inline(plain)))];
    });
  },
  down({ root, note }) {
    return entries(at(root, 'config', 'tracing', 'headers')).flatMap(({ key, value }) => {
      const path = ['config', 'tracing', 'headers', key];
      const literal = celLiteral(text(value) ?? '');
      if (literal === undefined) {
        note({ kind: 'cannot', message: `the header "${key}" is computed; the version takes fixed strings only`, path });
        return [];
      }
      note({ kind: 'rewritten', message: `the CEL string of the header "${key}" is now its text`, path });
      return [replaceValue(value, inline(literal))];
    });
  },
};

/** The value of a CEL string without escapes; undefined for any other expression. */
const celLiteral = (expression: string): string | undefined => /^(["'])([^"'\\]*)\1$/.exec(expression.trim())?.[2];

/** v1.2.0: `azureOpenAI` became `azure`, which names the resource instead of the host. */
export const azureOpenai: Migration = {
  id: 'azure-openai',
  at: '1.2.0',
  what: 'The AI provider `azureOpenAI` with its `host` became `azure` with `resourceName` and `resourceType`.',
  up(context) {
    const providers = mapsUnder(context.root, 'azureOpenAI').flatMap(placed => azureUp(context, placed));
    return [...providers, ...azureParams(context)];
  },
  down(context) {
    return mapsUnder(context.root, 'azure').flatMap(placed => azureDown(context, placed));
  },
};

const azureHost = /^([a-z0-9-]+)\.openai\.azure\.com$/i;

function azureUp({ source, root, note }: MigrationContext, { node, path }: PlacedMap): Edit[] {
  const host = entry(node, 'host');
  const resource = azureHost.exec(text(host?.value) ?? '')?.[1];
  const own = entry(at(root, ...path.slice(0, -1)), 'azureOpenAI');
  if (host === undefined || own === undefined || resource === undefined) {
    note({
      kind: 'cannot',
      message: '"azureOpenAI" is now "azure", which needs resourceName and resourceType; the host does not show them',
      path,
    });
    return [];
  }
  note({ kind: 'rewritten', message: `"azureOpenAI" with host ${text(host.value)} is now "azure" with resourceName ${resource}`, path });
  const type = setIn(source, node, ['resourceType'], 'openAI');
  return [
    renameKey(source, own, 'azure'),
    renameKey(source, host, 'resourceName'),
    replaceValue(host.value, resource),
    ...(type === undefined ? [] : [type]),
  ];
}

/** The short form of LLM models. */
function azureParams({ source, root, note }: MigrationContext): Edit[] {
  return mapsUnder(root, 'params').flatMap(({ node, path }) => {
    const host = entry(node, 'azureHost');
    if (host === undefined) return [];
    const resource = azureHost.exec(text(host.value) ?? '')?.[1];
    const model = at(root, ...path.slice(0, -1));
    const provider = get(model, 'provider');
    if (resource === undefined) {
      note({
        kind: 'cannot',
        message: 'azureHost is now azureResourceName and azureResourceType; the host does not tell them',
        path: [...path, 'azureHost'],
      });
      return [];
    }
    note({ kind: 'rewritten', message: `azureHost is now azureResourceName: ${resource}`, path: [...path, 'azureHost'] });
    const type = setIn(source, node, ['azureResourceType'], 'openAI');
    const renamed = text(provider) === 'azureOpenAI' ? [replaceValue(provider!, 'azure')] : [];
    return [
      renameKey(source, host, 'azureResourceName'),
      replaceValue(host.value, resource),
      ...renamed,
      ...(type === undefined ? [] : [type]),
    ];
  });
}

function azureDown({ source, root, note }: MigrationContext, { node, path }: PlacedMap): Edit[] {
  const [resource, type] = [entry(node, 'resourceName'), entry(node, 'resourceType')];
  const own = entry(at(root, ...path.slice(0, -1)), 'azure');
  const name = text(resource?.value);
  if (resource === undefined || own === undefined || name === undefined || path.at(-2) !== 'provider') return [];
  if (text(type?.value) !== 'openAI') {
    note({ kind: 'cannot', message: `"azure" of the type ${text(type?.value)} has no form in this version`, path });
    return [];
  }
  note({ kind: 'rewritten', message: `"azure" is now "azureOpenAI" with host ${name}.openai.azure.com`, path });
  return [
    renameKey(source, own, 'azureOpenAI'),
    renameKey(source, resource, 'host'),
    replaceValue(resource.value, `${name}.openai.azure.com`),
    removeEntry(source, node, type!),
  ];
}

/** v1.2.0: names of MCP targets must be DNS names, because they become part of tool names. */
export const targetNames: Migration = {
  id: 'target-names',
  at: '1.2.0',
  what: 'Names of MCP targets take lower-case letters, digits, `-` and `.` only.',
  up({ root, note }) {
    const taken = new Set(mcpTargets(root).map(({ name }) => name));
    return mcpTargets(root).flatMap(({ node, path, name }) => {
      if (name === undefined || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(name)) return [];
      const fixed = withoutEnds(name.toLowerCase().replace(/[^a-z0-9.-]+/g, '-'), '-.');
      const where = [...path, 'name'];
      if (fixed === '' || taken.has(fixed)) {
        note({
          kind: 'cannot',
          message: `the target name "${name}" is refused${fixed === '' ? '' : `, and "${fixed}" is taken`}: choose another`,
          path: where,
        });
        return [];
      }
      taken.add(fixed);
      note({
        kind: 'behaviour',
        message: `the target "${name}" is now "${fixed}": its tools change their names where several targets are served, and rules that name it must follow`,
        path: where,
      });
      return [replaceValue(get(node, 'name')!, fixed)];
    });
  },
};

/** v1.2.0: the number of threads may be a number. */
export const workerThreads: Migration = {
  id: 'worker-threads',
  at: '1.2.0',
  what: '`config.workerThreads` may be a number; before it had to be a string.',
  down({ source, root, note }) {
    const threads = at(root, 'config', 'workerThreads');
    if (threads?.kind !== 'scalar' || typeof threads.value !== 'number') return [];
    note({ kind: 'rewritten', message: 'workerThreads is now a string', path: ['config', 'workerThreads'] });
    return [replaceValue(threads, `"${slice(source, threads)}"`)];
  },
};

/** v1.4.0: a connect timeout is a duration; before, it was a pair of seconds and nanoseconds. */
export const connectTimeout: Migration = {
  id: 'connect-timeout',
  at: '1.4.0',
  what: '`tcp.connectTimeout` is a duration, no longer `{secs, nanos}`.',
  up({ source, root, note }) {
    return mapsUnder(root, 'connectTimeout').flatMap(({ node, path }) => {
      const [secs, nanos] = ['secs', 'nanos'].map(key => get(node, key));
      if (secs?.kind !== 'scalar' || nanos?.kind !== 'scalar' || typeof secs.value !== 'number' || typeof nanos.value !== 'number')
        return [];
      const value = nanos.value === 0 ? `${secs.value}s` : `${secs.value}s${nanos.value}ns`;
      note({ kind: 'rewritten', message: `connectTimeout is now "${value}"`, path });
      return replaceWhole(source, root, { node, path }, inline(value));
    });
  },
  down({ root, note }) {
    const edits: Edit[] = [];
    walk({ node: root, path: [] }, ({ node, path }) => {
      const seconds = path.at(-1) === 'connectTimeout' && path.at(-2) === 'tcp' ? /^(\d{1,9})s$/.exec(text(node) ?? '')?.[1] : undefined;
      const millis = path.at(-1) === 'connectTimeout' && path.at(-2) === 'tcp' ? /^(\d{1,9})ms$/.exec(text(node) ?? '')?.[1] : undefined;
      if (seconds === undefined && millis === undefined) return;
      const all = seconds === undefined ? Number(millis) : Number(seconds) * 1000;
      const value = `{secs: ${Math.floor(all / 1000)}, nanos: ${(all % 1000) * 1_000_000}}`;
      note({ kind: 'rewritten', message: `connectTimeout is now ${value}`, path });
      edits.push(replaceValue(node, value));
    });
    return edits;
  },
};

/** Replaces a map with a value. The new value follows the colon of its key, even if the map is a block on the next lines. */
function replaceWhole(source: string, root: Node, { node, path }: PlacedMap, value: string): Edit[] {
  const own = entry(at(root, ...path.slice(0, -1)), String(path.at(-1)));
  return own === undefined ? [] : [{ span: { start: own.keySpan.end, end: endOf(source, node) }, text: `: ${value}` }];
}

/** v1.4.0: authorization rules of a single MCP target were removed. */
export const targetAuthorization: Migration = {
  id: 'target-authorization',
  at: '1.4.0',
  what: '`mcpAuthorization` of a single MCP target is refused.',
  up({ root, note }) {
    for (const { node, path } of mcpTargets(root)) {
      if (at(node, 'policies', 'mcpAuthorization') === undefined) continue;
      const where = [...path, 'policies', 'mcpAuthorization'];
      note({
        kind: 'cannot',
        message: `rules of one target are refused: move them to mcpAuthorization of the route or backend (${formatPath(path.slice(0, -3))}), with mcp.tool.target == "${text(get(node, 'name'))}" in each`,
        path: where,
      });
    }
    return [];
  },
};
