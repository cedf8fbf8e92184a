import type { Path } from '@mcpgw/diagnostics';
import { at, entries, get, type Node, type Rule, type RuleContext } from '@mcpgw/structure';
import { isOn, isStatic, numberOf, tell, textOf } from './value-at.js';

export const chartMonitoring: Rule = {
  id: 'chart-monitoring',
  severity: 'warning',
  kinds: ['values'],
  why: 'Alerts and dashboards read series that somebody has to scrape: without them no alert fires, and every panel is empty.',
  docs: {
    checks:
      'Alert rules and a dashboard for the gateway without a ServiceMonitor (an info: you may scrape it yourself), annotations `prometheus.io/...` that name another port, path or scheme than that of the metrics, and two monitors that scrape the same series.',
    fix: 'Turn on `gateway.monitoring.serviceMonitor`, or name the port of the metrics: 15020 of the proxy, `gateway.port` of the gateway.',
    wrong: 'global: {agentgateway: {routingMode: static}}\npodAnnotations: {prometheus.io/scrape: "true", prometheus.io/port: "4000"}\n',
    correct: 'global: {agentgateway: {routingMode: static}}\npodAnnotations: {prometheus.io/scrape: "true", prometheus.io/port: "15020"}\n',
  },
  check(context) {
    const { root } = context;
    if (isOn(at(root, 'gateway', 'enabled'))) checkGateway(context);
    if (isStatic(root)) {
      const own = isOn(at(root, 'service', 'explicitBindAddrs')) ? numberOf(at(root, 'service', 'statsPort')) : undefined;
      for (const key of [['podAnnotations'], ['service', 'annotations'], ['agentgateway', 'service', 'annotations']])
        checkAnnotations(context, key, own ?? 15_020);
      if (['serviceMonitor', 'podMonitor'].every(kind => isOn(at(root, 'metrics', kind, 'enabled'))))
        tell(
          context,
          ['metrics', 'podMonitor', 'enabled'],
          'the ServiceMonitor scrapes the same pods: every series is there twice, and sums are doubled',
          'keep one of the two monitors',
        );
    }
  },
};

function checkGateway(context: RuleContext): void {
  const { root } = context;
  const path = ['gateway', 'monitoring'];
  const monitoring = at(root, ...path);
  checkAnnotations(context, ['gateway', 'podAnnotations'], numberOf(at(root, 'gateway', 'port')) ?? 8080);
  const annotations = at(root, 'gateway', 'podAnnotations');
  const isScraped = textOf(get(annotations, 'prometheus.io/scrape')) === 'true';
  if (isOn(at(monitoring, 'serviceMonitor', 'enabled')) || isScraped) return;
  for (const [kind, what] of [
    ['prometheusRule', 'no alert ever fires'],
    ['dashboard', 'every panel is empty'],
  ] as const)
    if (isOn(at(monitoring, kind, 'enabled')))
      tell(
        context,
        [...path, kind, 'enabled'],
        `the chart makes no ServiceMonitor for the gateway: unless you scrape it yourself, ${what}`,
        'turn on gateway.monitoring.serviceMonitor',
        'info',
      );
}

/** The annotations that a common configuration of Prometheus reads from pods and Services. */
function checkAnnotations(context: RuleContext, path: Path, port: number): void {
  const annotations: Node | undefined = at(context.root, ...path);
  const of = (name: string): string => textOf(get(annotations, `prometheus.io/${name}`));
  if (of('scrape') === 'false') return;
  const [given, scraped, scheme] = [of('port'), of('path'), of('scheme')];
  const say = (name: string, message: string, suggestion: string): void =>
    tell(context, [...path, `prometheus.io/${name}`], message, suggestion);
  if (/^\d+$/.test(given) && Number(given) !== port) say('port', `there are no metrics at port ${given}`, `write "${port}"`);
  else if (given !== '' && !/^\d+$/.test(given)) say('port', `"${given}" is not a number of a port: nothing is scraped`, `write "${port}"`);
  if (scraped !== '' && scraped !== '/metrics') say('path', `there are no metrics at "${scraped}"`, 'write "/metrics"');
  if (scheme === 'https') say('scheme', 'the metrics are served over plain HTTP: every scrape fails', 'remove it');
  if (of('scrape') !== '' && of('scrape') !== 'true') say('scrape', `only "true" is read, not "${of('scrape')}"`, 'write "true"');
  const misspelled = entries(annotations).find(({ key }) =>
    /^prometheus\.io\/(?!(?:scrape|port|path|scheme|probe|param[-_].*|job|interval)$)/.test(key),
  );
  if (misspelled !== undefined)
    tell(
      context,
      [...path, misspelled.key],
      'no usual configuration of Prometheus reads this annotation',
      'names: scrape, port, path, scheme',
      'info',
    );
}
