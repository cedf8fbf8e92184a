import { at, entries, get, items, type Rule, type RuleContext } from '@mcpgw/structure';
import { prefixesOf } from './chart-ingress.js';
import { isOn, numberOf, settingsOf, targetsOf, tell, textOf } from './value-at.js';

export const chartCallers: Rule = {
  id: 'chart-callers',
  severity: 'warning',
  kinds: ['values'],
  why: 'The settings about callers are accepted, and every call of a target fails, or a rule decides about no request.',
  docs: {
    checks:
      'A `providerTokenHeader` whose value has a scheme already, a target with the token of the caller and its own key, authorization rules about paths that no route has, an authorization server that is named with its namespace twice, and arguments that replace the configuration of the proxy. A probe without a token where a refusal counts as a failure; an info where a scheduled probe ignores refusals.',
    fix: 'Use a separate header for the token of the provider, such as `x-provider-token`, and the paths of the routes, `/mcp/<id>`.',
    wrong:
      'global:\n  agentgateway:\n    routingMode: static\n    providerTokenHeader: Authorization\n    extraMcpTargets: [{id: issues, host: issues, port: 8000, providerTokenAuth: true}]\n',
    correct:
      'global:\n  agentgateway:\n    routingMode: static\n    providerTokenHeader: x-provider-token\n    extraMcpTargets: [{id: issues, host: issues, port: 8000, providerTokenAuth: true}]\n',
  },
  check(context) {
    checkTokenHeader(context);
    checkTwoCredentials(context);
    checkRulePaths(context);
    checkArguments(context);
    checkProbe(context);
    checkServiceName(context);
  },
};

function checkTokenHeader(context: RuleContext): void {
  const { root } = context;
  const header = textOf(get(settingsOf(root), 'providerTokenHeader')).toLowerCase();
  const isUsed =
    targetsOf(root).some(({ node }) => isOn(get(node, 'providerTokenAuth'))) || isOn(at(root, 'gateway', 'target', 'providerTokenAuth'));
  if (isUsed && /^(?:proxy-)?authorization$/.test(header))
    tell(
      context,
      ['global', 'agentgateway', 'providerTokenHeader'],
      `the targets get "Bearer Bearer ...": the value of ${header} has the scheme already, and the chart puts "Bearer " before it`,
      'let clients send the bare token in its own header, such as x-provider-token',
    );
}

/** Targets that get the token of the caller and a key of their own in one header. */
function checkTwoCredentials(context: RuleContext): void {
  for (const { node, path, id } of targetsOf(context.root))
    if (isOn(get(node, 'providerTokenAuth')) && textOf(at(node, 'backendAuth', 'existingSecret', 'name')) !== '')
      tell(
        context,
        [...path, 'providerTokenAuth'],
        `the key of backendAuth replaces the token of the caller in the header Authorization: "${id}" never sees who calls`,
        'remove one of the two',
      );
}

/** Paths that the rules of callers compare with, which begin with the prefix of no route. */
function checkRulePaths(context: RuleContext): void {
  const prefixes = prefixesOf(context);
  if (prefixes.length === 0) return;
  const base = ['global', 'agentgateway'];
  for (const path of [
    [...base, 'authorizationRules'],
    [...base, 'extAuth', 'authorizationRules'],
  ])
    for (const [index, rule] of items(at(context.root, ...path)).entries())
      for (const { key, value } of entries(rule)) {
        const compared = textOf(value).matchAll(/request\.path(?:\.startsWith\(|\s*==\s*)\s*["']([^"'\s]{2,200})["']/g);
        for (const [, written = ''] of compared)
          if (
            written.startsWith('/') &&
            !prefixes.some(prefix => `${prefix}/`.startsWith(written) || `${written}/`.startsWith(`${prefix}/`))
          )
            tell(
              context,
              [...path, index, key],
              `no route of the proxy has the path "${written}", so this part of the rule never holds`,
              `write a path of ${prefixes.slice(0, 3).join(', ')}`,
            );
      }
}

function checkArguments(context: RuleContext): void {
  for (const [index, argument] of items(get(context.root, 'extraArgs')).entries())
    if (/^(?:-f|--file|-c|--config)(?:=|$)/.test(textOf(argument)))
      tell(
        context,
        ['extraArgs', index],
        'the chart gives the proxy its configuration by "-f" already, and the proxy does not start with a second one',
        'remove it, and use extraConfig for further settings',
        'error',
      );
}

function checkProbe(context: RuleContext): void {
  const { root } = context;
  const isOnDenial = items(at(root, 'probe', 'failOn')).some(entry => textOf(entry) === 'denied');
  const asks = isOn(at(settingsOf(root), 'static', 'jwtAuth', 'enabled')) || isOn(at(settingsOf(root), 'extAuth', 'enabled'));
  if (!asks || textOf(at(root, 'probe', 'tokenSecret', 'name')) !== '') return;
  if (isOnDenial)
    tell(
      context,
      ['probe', 'failOn'],
      'the probe shows no token, so the proxy refuses it, and a refusal counts as a failure: it never succeeds',
      'name a Secret in probe.tokenSecret.name, or remove "denied"',
    );
  else if (isOn(at(root, 'probe', 'cronJob', 'enabled')))
    tell(
      context,
      ['probe', 'cronJob', 'enabled'],
      'the probe shows no token, so the proxy refuses it, which is no failure here: it never sees whether a server is down',
      'name a Secret in probe.tokenSecret.name',
      'info',
    );
}

function checkServiceName(context: RuleContext): void {
  const ext = at(context.root, 'global', 'agentgateway', 'extAuth');
  const [name, namespace] = [textOf(get(ext, 'serviceName')), textOf(get(ext, 'serviceNamespace'))];
  if (!isOn(get(ext, 'enabled'))) return;
  if (namespace !== '' && name.includes('.') && !`${name}${namespace}`.includes('{{'))
    tell(
      context,
      ['global', 'agentgateway', 'extAuth', 'serviceName'],
      `the name has a namespace already, and serviceNamespace is appended to it: no Service is called ${name}.${namespace}`,
      'write the name of the Service alone',
      'error',
    );
  const minutes = /^(\d+)m$/.exec(textOf(get(ext, 'timeout')))?.[1];
  const limit =
    numberOf(get(ext, 'timeout')) ?? Number(minutes ?? /^(\d+)s$/.exec(textOf(get(ext, 'timeout')))?.[1] ?? 0) * (minutes ? 60 : 1);
  if (limit > 60)
    tell(
      context,
      ['global', 'agentgateway', 'extAuth', 'timeout'],
      `while the authorization server does not answer, each request is held for ${limit} s, longer than clients and load balancers wait`,
      'write a few seconds',
    );
}
