import type { Path } from '@mcpgw/diagnostics';
import { at, entries, entry, get, items, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { serversOf } from './mcp-servers-of.js';

export const unusedSetting: Rule = {
  id: 'unused-setting',
  severity: 'warning',
  kinds: ['serve', 'vscode-config'],
  why: 'The setting is read, and another setting makes it do nothing.',
  docs: {
    checks:
      'Fields of the store that its type does not use, and settings of a page, a record or telemetry that is off. Also redaction of contents that are not recorded, `tools_limit` without a search, `limits.metric_tools` without metrics, names in `allow_unsupported` that nothing sets, fields of a REST parameter or secret that have no effect in its place, and a sandbox that is not on.',
    basedOn: 'The code of `mcpgw serve`: the field is not read then.',
    fix: 'Remove the setting, or change the one that makes it do nothing.',
    wrong: 'servers:\n  files:\n    command: file-server\nstore: {type: memory, folder: /var/lib/mcpgw}\n',
    correct: 'servers:\n  files:\n    command: file-server\nstore: {type: file, folder: /var/lib/mcpgw}\n',
  },
  check(context) {
    if (context.kind === 'vscode-config') return checkSandboxes(context);
    checkStore(context);
    checkPage(context);
    checkActivity(context);
    checkTelemetry(context);
    checkSearch(context);
    checkMetrics(context);
    checkAllowed(context);
    for (const [index, api] of items(get(context.root, 'apis')).entries()) checkApi(context, api, ['apis', index]);
  },
};

function tell({ report }: RuleContext, owner: Node | undefined, key: string, path: Path, because: string, severity?: 'info'): void {
  const found = entry(owner, key);
  if (found !== undefined)
    report({
      at: found.keySpan,
      path: [...path, key],
      message: `"${key}" has no effect: ${because}`,
      suggestion: `remove "${key}"`,
      ...(severity && { severity }),
    });
}

const ofStore: Readonly<Record<string, readonly string[]>> = { memory: ['folder', 'url'], file: ['url'], redis: ['folder'] };

function checkStore(context: RuleContext): void {
  const store = get(context.root, 'store');
  const type = text(get(store, 'type')) ?? '';
  for (const key of Object.hasOwn(ofStore, type) ? ofStore[type]! : [])
    tell(context, store, key, ['store'], `a store of type ${type} does not read it`);
}

function checkPage(context: RuleContext): void {
  const page = get(context.root, 'page');
  const enabled = get(page, 'enabled');
  if (enabled?.kind === 'scalar' && enabled.value === false)
    for (const key of ['token', 'hosts']) tell(context, page, key, ['page'], 'the page is off');
  else if (items(get(page, 'hosts')).length > 0 && get(page, 'token') === undefined)
    tell(context, page, 'hosts', ['page'], 'without "token" the page answers this machine only');
}

const isFalse = (node: Node | undefined): boolean => node?.kind === 'scalar' && node.value === false;
const isTrue = (node: Node | undefined): boolean => node?.kind === 'scalar' && node.value === true;

function checkActivity(context: RuleContext): void {
  const activity = get(context.root, 'activity');
  if (isFalse(get(activity, 'enabled'))) {
    for (const key of ['arguments', 'results', 'redact', 'keep']) tell(context, activity, key, ['activity'], 'nothing is recorded');
    return;
  }
  if (!isTrue(get(activity, 'arguments')) && !isTrue(get(activity, 'results')))
    tell(context, activity, 'redact', ['activity'], 'neither arguments nor results are recorded');
}

const ofTraces = ['sample', 'arguments', 'results'];

function checkTelemetry(context: RuleContext): void {
  const telemetry = get(context.root, 'telemetry');
  if (isFalse(get(telemetry, 'enabled'))) {
    for (const { key } of entries(telemetry)) if (key !== 'enabled') tell(context, telemetry, key, ['telemetry'], 'telemetry is off');
    return;
  }
  if (isFalse(get(telemetry, 'traces')))
    for (const key of ofTraces) tell(context, telemetry, key, ['telemetry'], 'requests are not traced');
  if (isFalse(get(telemetry, 'metrics'))) tell(context, telemetry, 'interval', ['telemetry'], 'metrics are not exported');
  if (isFalse(get(telemetry, 'traces')) && isFalse(get(telemetry, 'logs')))
    tell(context, telemetry, 'callers', ['telemetry'], 'metrics have no callers');
}

function checkSearch(context: RuleContext): void {
  if (text(get(context.root, 'routing_mode')) !== 'retrieve_tools')
    tell(context, context.root, 'tools_limit', [], 'only a search has it, and "routing_mode: direct" lists all tools', 'info');
  const names = get(context.root, 'tool_names');
  const prefix = get(names, 'prefix');
  if (isFalse(prefix)) tell(context, names, 'separator', ['tool_names'], 'tools have no prefix');
  if (isFalse(get(names, 'portable')) || (!isFalse(prefix) && /[.:/]/.test(text(get(names, 'separator')) ?? '')))
    tell(context, names, 'max_length', ['tool_names'], 'names are not shortened without portable names');
}

/** Metrics leave the gateway at `/metrics`, or by telemetry. */
function checkMetrics(context: RuleContext): void {
  const { root } = context;
  const telemetry = get(root, 'telemetry');
  const isExported = telemetry !== undefined && !isFalse(get(telemetry, 'enabled')) && !isFalse(get(telemetry, 'metrics'));
  if (isFalse(get(root, 'metrics')) && !isExported)
    tell(context, get(root, 'limits'), 'metric_tools', ['limits'], 'there are no metrics: "metrics" is false');
}

function checkAllowed(context: RuleContext): void {
  const list = get(context.root, 'allow_unsupported');
  if (get(context.root, 'servers_from') !== undefined) return;
  const set = new Set([
    ...serversOf(context).flatMap(({ node }) => entries(node).map(({ key }) => key)),
    ...entries(context.root).map(({ key }) => key),
  ]);
  items(list).forEach((item, index) => {
    const name = text(item);
    if (name !== undefined && !set.has(name.split('.').at(-1)!) && !set.has(name.split('.')[0]!))
      context.report({
        at: item,
        path: ['allow_unsupported', index],
        severity: 'info',
        message: `no server sets "${name}"`,
        suggestion: 'remove it, so that it is reported when somebody sets it',
      });
  });
}

function checkApi(context: RuleContext, api: Node, path: Path): void {
  const auth = get(api, 'auth');
  if (get(auth, 'value') !== undefined)
    tell(context, auth, 'prefix', [...path, 'auth'], 'it stands before what "file" holds, and the secret is "value"');
  const header = text(get(auth, 'header'))?.toLowerCase();
  for (const { key } of entries(get(api, 'headers')))
    if (header !== undefined && key.toLowerCase() === header)
      tell(context, get(api, 'headers'), key, [...path, 'headers'], '"auth" sets this header');
  for (const [index, endpoint] of items(get(api, 'endpoints')).entries()) checkEndpoint(context, endpoint, [...path, 'endpoints', index]);
}

function checkEndpoint(context: RuleContext, endpoint: Node, path: Path): void {
  const parameters = entries(get(endpoint, 'parameters'));
  const places = parameters.map(({ value }) => text(get(value, 'in')));
  if (!places.includes('body')) tell(context, endpoint, 'body', path, 'no parameter is in the body');
  for (const { key, value } of parameters) {
    const place = text(get(value, 'in'));
    const at = [...path, 'parameters', key];
    if (place !== 'query') tell(context, value, 'style', at, 'it says how a list stands in a query');
    if (place !== 'body') tell(context, value, 'whole', at, 'it is about the body');
    const required = get(value, 'required');
    if (place === 'path' && required?.kind === 'scalar' && required.value === false)
      tell(context, value, 'required', at, 'a path has no room for a parameter that is left out');
  }
}

function checkSandboxes(context: RuleContext): void {
  for (const { node, path } of serversOf(context)) {
    const on = at(node, 'sandboxEnabled');
    if (on?.kind === 'scalar' && on.value === true) continue;
    tell(context, node, 'sandbox', path, '"sandboxEnabled" is not true, so the program runs without limits');
  }
}
