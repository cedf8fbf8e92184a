import { at, entries, get, items, type Rule } from '@mcpgw/structure';
import { isOff, isOn, isStatic, settingsOf, targetsOf, tell, textOf } from './value-at.js';

const usualRanges = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '127.0.0.0/8'];

export const chartExposure: Rule = {
  id: 'chart-exposure',
  severity: 'warning',
  kinds: ['values'],
  why: 'Anyone who reaches the address calls every tool, reads credentials, or passes what the policy of the network was to stop.',
  docs: {
    checks:
      'A proxy that an Ingress or a Service opens to other networks without any check of callers, a gateway without a key and without a NetworkPolicy, bodies of which the authorization server sees a part (info), ranges that the forward proxy may reach, and credentials to other hosts without TLS.',
    fix: 'Turn on `jwtAuth` or `extAuth`, name a Secret in `gateway.apiKeySecret`, or keep the Service a ClusterIP.',
    wrong: 'global: {agentgateway: {routingMode: static}}\nservice: {type: LoadBalancer}\n',
    correct: 'global: {agentgateway: {routingMode: static}}\nservice: {type: ClusterIP}\n',
  },
  check(context) {
    const { root } = context;
    const settings = settingsOf(root);
    const isChecked =
      isOn(at(settings, 'static', 'jwtAuth', 'enabled')) ||
      isOn(at(settings, 'extAuth', 'enabled')) ||
      items(get(settings, 'authorizationRules')).length > 0;
    const service = ['LoadBalancer', 'NodePort'].includes(
      textOf(at(root, 'agentgateway', 'service', 'type')) || textOf(at(root, 'service', 'type')),
    );
    const isLimited =
      items(at(root, 'service', 'loadBalancerSourceRanges')).length > 0 || items(at(root, 'networkPolicy', 'ingressFrom')).length > 0;
    const opens = isStatic(root) && isOn(at(root, 'ingress', 'enabled')) ? 'ingress' : service && isStatic(root) ? 'service' : undefined;
    if (!isChecked && opens !== undefined && !(opens === 'service' && isLimited))
      tell(
        context,
        opens === 'ingress' ? ['ingress', 'enabled'] : ['service', 'type'],
        'other networks reach the proxy, and nothing checks who calls: jwtAuth, extAuth and authorizationRules are off',
        'turn on global.agentgateway.static.jwtAuth or global.agentgateway.extAuth',
      );
    for (const [index, range] of items(at(root, 'service', 'loadBalancerSourceRanges')).entries())
      if (/^(?:0\.0\.0\.0|::)\/0$/.test(textOf(range)))
        tell(
          context,
          ['service', 'loadBalancerSourceRanges', index],
          `"${textOf(range)}" lets every address in`,
          'name the ranges of the callers',
        );
    checkGateway(context);
    checkExtAuth(context);
    checkForwardProxy(context);
    for (const { node, path, id } of targetsOf(root))
      if (
        isOn(get(node, 'providerTokenAuth')) &&
        !isOn(get(node, 'tls')) &&
        /\.(?:com|net|org|io|dev|ai|app|cloud)$/i.test(textOf(get(node, 'host')))
      )
        tell(
          context,
          [...path, 'providerTokenAuth'],
          `the token of callers goes to "${textOf(get(node, 'host'))}" (${id}) over plain HTTP`,
          'add "tls: true"',
        );
  },
};

function checkGateway(context: Parameters<Rule['check']>[0]): void {
  const gateway = get(context.root, 'gateway');
  if (!isOn(get(gateway, 'enabled'))) return;
  const hasKey = textOf(at(gateway, 'apiKeySecret', 'name')) !== '' || items(at(gateway, 'config', 'auth', 'api_keys')).length > 0;
  if (!hasKey && isOff(at(gateway, 'networkPolicy', 'enabled')))
    tell(
      context,
      ['gateway', 'networkPolicy', 'enabled'],
      'every pod of the cluster may call the gateway: it does not require a key, and no NetworkPolicy limits who reaches it',
      'name a Secret in gateway.apiKeySecret.name, or leave the NetworkPolicy on',
    );
}

function checkExtAuth(context: Parameters<Rule['check']>[0]): void {
  const path = ['global', 'agentgateway', 'extAuth'];
  const ext = at(context.root, ...path);
  if (!isOn(get(ext, 'enabled'))) return;
  if (isOn(at(ext, 'body', 'allowPartial')))
    tell(
      context,
      [...path, 'body', 'allowPartial'],
      'the authorization server sees the first maxBytes of a larger body: a call can hide its tool behind them',
      'leave it off, so that a larger body is refused',
      'info',
    );
  const headers = items(get(ext, 'includeRequestHeaders')).map(node => textOf(node).toLowerCase());
  const computed = entries(at(ext, 'http', 'addRequestHeaders')).map(({ value }) => textOf(value));
  if (headers.length > 0 && !headers.includes('authorization') && !computed.some(header => /\b(?:jwt|apiKey|authorization)\b/.test(header)))
    tell(
      context,
      [...path, 'includeRequestHeaders'],
      'the authorization server does not see the header Authorization: it cannot tell who calls',
      'add "authorization", unless callers show another header',
      'info',
    );
}

function checkForwardProxy(context: Parameters<Rule['check']>[0]): void {
  const node = at(context.root, 'forwardProxy', 'exceptCidrs');
  if (node === undefined || items(get(context.root, 'mcpServers')).length === 0) return;
  const ranges = items(node).map(range => textOf(range));
  const open = usualRanges.filter(range => !ranges.includes(range) && !ranges.includes('0.0.0.0/0'));
  if (open.length > 0)
    tell(
      context,
      ['forwardProxy', 'exceptCidrs'],
      `the forward proxy may reach ${open.join(', ')}: an allowed name can resolve to an address inside the cluster`,
      'keep the default ranges, and open single ones by forwardProxy.extraEgress',
    );
}
