import { htmlPage, type Tone } from '../html/page.js';
import template from './report.html.hbs';
import type { ProbedServer, ProbeReport } from './report.js';
import { seconds } from './table.js';

const kinds: Readonly<Record<ProbedServer['status'], Tone>> = { permanent: 'bad', denied: 'bad', transient: 'warn', available: 'ok' };
const order = ['permanent', 'denied', 'transient', 'available'] as const;

/** The report of one round of `mcpgw probe` as an HTML file. Failures come first. */
export function formatHtml(report: ProbeReport): string {
  const { servers, summary, gateway } = report;
  const failed = servers.length - summary.available;
  const round = `${report.startedAt}, ${seconds(report.durationMs)}${gateway === undefined ? '' : `, asked at ${gateway}`}.`;
  return htmlPage({
    command: 'probe',
    verdict: {
      kind: failed === 0 ? 'ok' : 'bad',
      text: `${summary.available} of ${servers.length} server${servers.length === 1 ? '' : 's'} available`,
    },
    lead: round,
    filters: order.map(key => ({ key, kind: kinds[key], label: key, count: summary[key] })),
    template,
    view: {
      servers: [...servers].sort((a, b) => order.indexOf(a.status) - order.indexOf(b.status)).map(serverView),
    },
  });
}

function serverView({ id, status, reason, advice, layer, tools, ...server }: ProbedServer) {
  const facts = {
    Transport: server.transport,
    Protocol: server.protocol,
    Server: server.server,
    'HTTP status': server.httpStatus,
    Code: server.code,
    Attempts: server.attempts,
    Time: seconds(server.durationMs),
  };
  return {
    id,
    status,
    kind: kinds[status],
    open: status !== 'available',
    lead: status === 'available' ? `${tools.length} tool${tools.length === 1 ? '' : 's'}` : '',
    layer: layer ?? '',
    reason: reason ?? '',
    advice: advice ?? '',
    facts: Object.entries(facts)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => ({ name, value: String(value) })),
    tools,
  };
}
