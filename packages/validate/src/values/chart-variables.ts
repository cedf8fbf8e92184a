import { at, get, items, type Rule, type RuleContext } from '@mcpgw/structure';
import { isOn, tell, textOf, textsBelow } from './value-at.js';

/** Variables that the chart sets itself, and those that every container has. */
const own: ReadonlySet<string> = new Set([
  'MCPGW_REDIS_URL',
  'MCPGW_PAGE_TOKEN',
  'MCPGW_API_KEY',
  'HOSTNAME',
  'PATH',
  'HOME',
  'KUBERNETES_SERVICE_HOST',
  'KUBERNETES_SERVICE_PORT',
]);

export const chartVariables: Rule = {
  id: 'chart-variables',
  severity: 'error',
  kinds: ['values'],
  why: 'The gateway refuses to start while a variable that its configuration names is not set.',
  docs: {
    checks:
      'Names in `${env:NAME}` of `gateway.config` that neither the chart nor `gateway.extraEnv` sets, variables that are set twice, and secrets of `extraEnv` in clear text. With `gateway.extraEnvFrom` the names are not known, and nothing is reported.',
    seen: '`mcpgw serve` ended with "the environment variable NAME is not set".',
    fix: 'Add the variable to `gateway.extraEnv`, by a reference to a Secret.',
    wrong:
      'gateway:\n  enabled: true\n  config: {servers: {issues: {url: "http://issues:8000/mcp", headers: {Authorization: "Bearer ${env:TOKEN}"}}}}\n',
    correct:
      'gateway:\n  enabled: true\n  config: {servers: {issues: {url: "http://issues:8000/mcp", headers: {Authorization: "Bearer ${env:TOKEN}"}}}}\n  extraEnv: [{name: TOKEN, valueFrom: {secretKeyRef: {name: issues, key: token}}}]\n',
  },
  check(context) {
    const gateway = get(context.root, 'gateway');
    for (const path of [['extraEnv'], ['gateway', 'extraEnv']]) checkTwice(context, path);
    if (!isOn(get(gateway, 'enabled')) || items(get(gateway, 'extraEnvFrom')).length > 0) return;
    const set = new Set(items(get(gateway, 'extraEnv')).map(variable => textOf(get(variable, 'name'))));
    for (const { path, value } of textsBelow(get(gateway, 'config'), ['gateway', 'config'])) {
      const missing = [...value.matchAll(/(?<!\$)\$\{env:([A-Za-z_]\w*)\}/g)]
        .map(([, name = '']) => name)
        .find(name => !set.has(name) && !own.has(name));
      if (missing !== undefined)
        tell(context, path, `nothing sets the variable ${missing} in the pod of the gateway`, 'add it to gateway.extraEnv');
    }
  },
};

function checkTwice(context: RuleContext, path: string[]): void {
  const names = items(at(context.root, ...path)).map(variable => textOf(get(variable, 'name')));
  names.forEach((name, index) => {
    if (name !== '' && names.indexOf(name) < index)
      tell(context, [...path, index], `the variable ${name} is set twice: the last one is used`, 'remove one of the two', 'warning');
    else if (path[0] === 'gateway' && own.has(name) && name.startsWith('MCPGW_'))
      tell(context, [...path, index], `the chart sets ${name} itself`, 'rename the variable', 'warning');
  });
}
