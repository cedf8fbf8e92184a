/** The checks across the fields of `config` that the proxy makes at startup. Follows agentgateway's config.rs, v0.11 to v1.4. */

import { cel } from '@mcpgw/agentgateway/internal';
import { entries, get, given, inRange, isGiven, items, type Node, text } from '@mcpgw/structure';
import type { ReferenceContext } from './reference-context.js';

/** The fields that an external service requires, by the field with its address. */
const needs = [
  ['xdsAddress', 'a control plane', ['namespace', 'gateway']],
  ['caAddress', 'a certificate authority', ['namespace', 'serviceAccount']],
] as const;

/** Checks `config`, and settings that `frontendPolicies` repeats. */
export function checkConfig(context: ReferenceContext): void {
  const { root, report, version } = context;
  const config = get(root, 'config');
  for (const [field, what, wanted] of needs) {
    const address = given(config, field);
    if (address === undefined) continue;
    for (const name of wanted)
      if (!isGiven(config, name)) report(address, ['config', field], `${what} needs to know the ${words[name]} of the proxy`, advice(name));
  }
  checkStorage(config, report);
  checkAttributes(config, report);
  if (inRange(version, { since: '1.0.0' })) checkTwice(config, get(root, 'frontendPolicies'), report);
}

const words = { namespace: 'namespace', gateway: 'gateway', serviceAccount: 'service account' } as const;
const variables = { namespace: 'NAMESPACE', gateway: 'GATEWAY', serviceAccount: 'SERVICE_ACCOUNT' } as const;
const advice = (name: keyof typeof words): string => `add "${name}", or give the proxy the variable ${variables[name]}`;

function checkStorage(config: Node | undefined, report: ReferenceContext['report']): void {
  const storage = given(get(config, 'storage'), 'mode');
  if (storage === undefined || text(storage) !== 'hybrid') return;
  const database = given(config, 'database');
  const url = text(get(database, 'url')) ?? '';
  if (database === undefined)
    report(storage, ['config', 'storage', 'mode'], 'hybrid storage needs a database', 'add "database" with its "url"');
  const most = get(database, 'maxConnections');
  if (most?.kind === 'scalar' && most.value === 1 && /^postgres(?:ql)?:\/\//.test(url))
    report(most, ['config', 'database', 'maxConnections'], 'hybrid storage in PostgreSQL needs at least 2 connections', 'write 2 or more');
}

/** Checks the attributes of users, which the proxy reads only if a database stores the log. */
function checkAttributes(config: Node | undefined, report: ReferenceContext['report']): void {
  if (!isGiven(config, 'database') && !isGiven(get(config, 'logging'), 'database')) return;
  for (const name of ['user', 'group']) {
    const node = given(get(config, 'standardAttributes'), name);
    const problem = node === undefined ? undefined : cel.check!(text(node) ?? '');
    if (problem !== undefined) report(node!, ['config', 'standardAttributes', name], problem.message, problem.suggestion);
  }
}

/** `config.logging` and `config.tracing` are the older spelling of two frontend policies; both at once are refused. */
function checkTwice(config: Node | undefined, frontend: Node | undefined, report: ReferenceContext['report']): void {
  const logging = given(config, 'logging');
  const access = given(frontend, 'accessLog') ?? given(frontend, 'logging');
  if (access !== undefined && saysFields(logging))
    report(logging!, ['config', 'logging'], ...twice('filter and fields', 'config.logging', 'frontendPolicies.accessLog'));
  const tracing = given(config, 'tracing');
  if (tracing !== undefined && isGiven(frontend, 'tracing'))
    report(tracing, ['config', 'tracing'], ...twice('tracing', 'config.tracing', 'frontendPolicies.tracing'));
}

function twice(what: string, old: string, fresh: string): readonly [string, string] {
  return [`${what} cannot be set in "${old}" and in "${fresh}"`, `keep "${fresh}"`];
}

function saysFields(logging: Node | undefined): boolean {
  const fields = given(logging, 'fields');
  const said = entries(get(fields, 'add')).length + items(get(fields, 'remove')).length;
  return said > 0 || isGiven(logging, 'filter');
}
