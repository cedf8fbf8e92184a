import { at, get, isAt, isGiven, items, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { integerOf, textOr } from '../objects/objects.js';
import { parametersOf, specOf, usersOf } from '../objects/parameters.js';
import { placed } from '../objects/placed.js';

/** Fields that a variable of the same object overrides. */
const overridden: readonly (readonly [field: readonly string[], variable: string])[] = [
  [['logging', 'level'], 'RUST_LOG'],
  [['shutdown', 'min'], 'CONNECTION_MIN_TERMINATION_DEADLINE'],
  [['shutdown', 'max'], 'TERMINATION_GRACE_PERIOD_SECONDS'],
  [['modelCatalog', 'sources'], 'MODEL_CATALOG_PATHS'],
  [['istio', 'caAddress'], 'CA_ADDRESS'],
  [['istio', 'trustDomain'], 'TRUST_DOMAIN'],
  [['istio', 'additionalTrustDomains'], 'ADDITIONAL_TRUST_DOMAINS'],
  [['istio', 'clusterId'], 'CLUSTER_ID'],
  [['istio', 'network'], 'NETWORK'],
];
/** Settings in rawConfig that a variable of the controller, or another field, always overrides. */
const ofController: readonly (readonly [field: readonly string[], by: string])[] = [
  [['logging', 'level'], 'the controller sets RUST_LOG; use "logging.level"'],
  [['xdsAddress'], 'the controller sets XDS_ADDRESS'],
  [['namespace'], 'the controller sets NAMESPACE'],
  [['gateway'], 'the controller sets GATEWAY'],
  [['serviceAccount'], 'the controller sets SERVICE_ACCOUNT'],
  [['session', 'key'], 'the controller sets SESSION_KEY; use "env"'],
  [['connectionMinTerminationDeadline'], 'the controller sets it from "shutdown.min"'],
];

function checkRaw(spec: Node | undefined, report: RuleContext['report']): void {
  const say = (field: readonly string[], by: string): void => {
    const node = at(spec, 'rawConfig', 'config', ...field);
    if (node !== undefined)
      report({
        at: node,
        path: ['spec', 'rawConfig', 'config', ...field],
        message: `the setting is overridden: ${by}`,
        suggestion: 'remove it from "rawConfig"',
      });
  };
  for (const [field, by] of ofController) say(field, by);
  if (isGiven(get(spec, 'logging'), 'format')) say(['logging', 'format'], '"logging.format" comes first');
}

export const parametersInert: Rule = {
  id: 'parameters-inert',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The controller or the proxy replaces the value by another one, and nothing reports it.',
  docs: {
    checks:
      'AgentgatewayParameters: settings that a variable in "env" or the controller overrides, variables given twice, 0 in "shutdown", which stands for the default, Istio settings that are switched off, replicas beside an autoscaler, and a model catalog of parameters that only a GatewayClass names. An info for parameters that no given Gateway names.',
    basedOn:
      'The source of the controller of v1.4.1, which makes the objects of the proxy: variables of "env" and those that it sets itself replace one another by name. It was not run for this rule.',
    fix: 'Keep one place for each setting; name a model catalog in the parameters of the Gateway.',
    wrong: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayParameters
metadata: {name: proxy}
spec: {logging: {level: debug}, env: [{name: RUST_LOG, value: info}]}
`,
    correct: `apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayParameters
metadata: {name: proxy}
spec: {logging: {level: "info,rmcp=debug"}, env: [{name: DNS_LOOKUP_FAMILY, value: V4Only}]}
`,
  },
  check({ root, report }) {
    for (const parameters of parametersOf(root)) {
      const spec = specOf(parameters);
      const env = placed(spec, ['spec'], 'env');
      const names = env.map(({ node }) => textOr(node, 'name', ''));
      const say = (field: readonly string[], message: string, suggestion: string, severity?: 'info'): void =>
        report({
          at: at(spec, ...field) ?? spec!,
          path: ['spec', ...field],
          message,
          suggestion,
          ...(severity === undefined ? {} : { severity }),
        });
      for (const [field, variable] of overridden)
        if (at(spec, ...field) !== undefined && names.includes(variable))
          say(field, `the variable ${variable} in "env" overrides this field`, 'keep one of the two');
      env.forEach(({ node, path }, index) => {
        if (names.indexOf(names[index]!) < index)
          report({
            at: get(node, 'name') ?? node,
            path: [...path, 'name'],
            message: `the variable ${names[index]} is given twice: the last one is used`,
            suggestion: 'remove one of the two',
          });
      });
      for (const [key, byDefault] of [
        ['min', 10],
        ['max', 60],
      ] as const)
        if (integerOf(at(spec, 'shutdown', key)) === 0)
          say(['shutdown', key], `0 stands for the default here: the proxy gets ${byDefault} seconds`, 'write 1 or more');
      const istio = get(spec, 'istio');
      if (isAt(istio, 'enabled', false) && ['caAddress', 'trustDomain', 'network', 'clusterId'].some(key => isGiven(istio, key)))
        say(['istio', 'enabled'], 'Istio is switched off, so its other settings are not used', 'remove them, or switch it on');
      checkRaw(spec, report);
      if (isGiven(spec!, 'horizontalPodAutoscaler') && at(spec, 'deployment', 'spec', 'replicas') !== undefined)
        say(['deployment', 'spec', 'replicas'], 'the autoscaler changes the number of replicas', 'remove "replicas"');
      const users = usersOf(root, parameters);
      const catalog = items(at(spec, 'modelCatalog', 'sources'));
      if (catalog.length > 0 && users.length > 0 && users.every(({ kind }) => kind === 'GatewayClass'))
        say(['modelCatalog'], 'the model catalog of a GatewayClass is not read', 'name the parameters in "infrastructure.parametersRef"');
      if (isGiven(spec!, 'modelCatalog') && catalog.length === 0)
        say(['modelCatalog'], 'the catalog has no source', 'add "sources"', 'info');
      const digest = at(spec, 'image', 'digest');
      if (text(at(spec, 'image', 'tag')) !== undefined && text(digest) !== undefined)
        say(['image', 'tag'], 'the digest decides which image runs, whatever the tag says', 'remove one of the two', 'info');
    }
  },
};
