import { at, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { parseGoDuration } from '../formats/go-duration.js';
import { urlOf } from './endpoint.js';

export const telemetryExport: Rule = {
  id: 'telemetry-export',
  severity: 'warning',
  kinds: ['serve'],
  why: 'The gateway starts, and nothing arrives at the collector, or less than the settings say.',
  docs: {
    checks:
      'An endpoint of `telemetry` with the port of OTLP over gRPC, with the path of one signal, a query or a fragment, or a user. A host that stands for all addresses, telemetry whose signals are all off, a sample of 0, headers that OTLP sets itself, a name of the service that `service_name` overrides, and an export that may take longer than the time between two exports.',
    basedOn: 'The specification of OTLP about ports and paths. No program was run for this rule.',
    fix: 'Write the base address of OTLP over HTTP, by default port 4318, and credentials as headers.',
    wrong: 'servers:\n  files:\n    command: file-server\ntelemetry:\n  endpoint: http://collector:4317\n',
    correct: 'servers:\n  files:\n    command: file-server\ntelemetry:\n  endpoint: http://collector:4318\n',
  },
  check(context) {
    checkEndpoint(context);
    checkSignals(context);
    checkHeaders(context);
    checkTimes(context);
    checkServiceName(context);
  },
};

const section = ({ root }: RuleContext, key: string): Node | undefined => at(root, 'telemetry', key);
const isFalse = (node: Node | undefined): boolean => node?.kind === 'scalar' && node.value === false;

function tell({ report }: RuleContext, key: string, node: Node, message: string, suggestion: string): void {
  report({ at: node, path: ['telemetry', key], message, suggestion });
}

function checkEndpoint(context: RuleContext): void {
  const node = section(context, 'endpoint');
  const written = text(node);
  const url = urlOf(written ?? '');
  if (node === undefined || written === undefined || url === undefined) return;
  const { port, pathname, hostname, username, password, search } = url;
  const faults: [boolean, string, string][] = [
    [port === '4317', 'port 4317 is that of OTLP over gRPC, and telemetry is sent over HTTP', 'write port 4318'],
    [
      /\/v1\/(?:traces|metrics|logs)\/?$/.test(pathname),
      'the path of each signal is appended to the endpoint, and this one has the path of a signal already',
      'end the endpoint before /v1',
    ],
    [
      search !== '' || /[?#]/.test(written),
      'the path of each signal is appended after "?" or "#", so no signal has its path',
      'remove the rest',
    ],
    [username !== '' || password !== '', 'the endpoint contains a user or a password', 'write a header "Authorization: Basic ..."'],
    [hostname === '0.0.0.0' || hostname === '[::]', `${hostname} stands for all addresses of a listener`, 'write the name of the host'],
  ];
  for (const [isThere, message, suggestion] of faults) if (isThere) tell(context, 'endpoint', node, message, suggestion);
}

function checkSignals(context: RuleContext): void {
  const [traces, metrics, logs] = ['traces', 'metrics', 'logs'].map(key => section(context, key));
  if (isFalse(section(context, 'enabled'))) return;
  if (isFalse(traces) && isFalse(metrics) && isFalse(logs))
    tell(context, 'traces', traces!, 'nothing is exported: traces, metrics and logs are all off', 'turn one on, or write "enabled: false"');
  const sample = section(context, 'sample');
  if (sample?.kind === 'scalar' && sample.value === 0 && !isFalse(traces))
    tell(context, 'sample', sample, 'no request is traced but those whose clients trace', 'write a share above 0, or "traces: false"');
}

/** Headers of an export that the exporter sets. */
const ownHeaders: ReadonlySet<string> = new Set(['content-type', 'content-encoding', 'content-length', 'host', 'user-agent']);

function checkServiceName({ root, report }: RuleContext): void {
  const [name, attribute] = [at(root, 'telemetry', 'service_name'), at(root, 'telemetry', 'attributes', 'service.name')];
  if (attribute !== undefined && (text(name) ?? '') !== '')
    report({
      at: attribute,
      path: ['telemetry', 'attributes', 'service.name'],
      message: '"service.name" has no effect: "service_name" overrides it',
      suggestion: 'keep one of the two',
    });
}

function checkHeaders({ root, report }: RuleContext): void {
  const node = at(root, 'telemetry', 'headers');
  if (node?.kind !== 'map') return;
  for (const { key, keySpan } of node.entries)
    if (ownHeaders.has(key.toLowerCase()))
      report({
        at: keySpan,
        path: ['telemetry', 'headers', key],
        message: `the header ${key} belongs to OTLP: each export has its own`,
        suggestion: 'remove it',
      });
}

function checkTimes(context: RuleContext): void {
  const timeout = section(context, 'timeout');
  const [longest, between] = [timeout, section(context, 'interval')].map(node => parseGoDuration(text(node) ?? ''));
  if (timeout !== undefined && longest !== undefined && between !== undefined && longest > between)
    tell(
      context,
      'timeout',
      timeout,
      'an export of metrics ends with the time to the next one (interval)',
      'write a shorter timeout, or a longer interval',
    );
}
