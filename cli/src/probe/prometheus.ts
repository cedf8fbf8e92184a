import { CliError } from '../errors.js';
import { replaceFile, writeReason } from '../replace-file.js';
import type { ProbedServer, ProbeReport } from './report.js';

const statuses = ['available', 'transient', 'permanent', 'denied'] as const;

function label(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');
}

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly samples: readonly string[];
}

function perServer(name: string, help: string, report: ProbeReport, value: (server: ProbedServer) => number): Metric {
  return { name, help, samples: report.servers.map(server => `${name}{server="${label(server.id)}"} ${value(server)}`) };
}

function statusMetric({ servers }: ProbeReport): Metric {
  const name = 'mcpgw_probe_status';
  const samples = servers.flatMap(({ id, status }) =>
    statuses.map(each => `${name}{server="${label(id)}",status="${each}"} ${each === status ? 1 : 0}`),
  );
  return { name, help: '1 for the status that the last probe of the server gave, else 0.', samples };
}

/** The report in the Prometheus text format. */
export function formatPrometheus(report: ProbeReport): string {
  const ended = Date.parse(report.startedAt) + report.durationMs;
  const metrics: Metric[] = [
    perServer('mcpgw_probe_up', 'Whether the MCP server gave its tools.', report, ({ status }) => (status === 'available' ? 1 : 0)),
    statusMetric(report),
    perServer('mcpgw_probe_tools', 'Tools that the MCP server offers.', report, ({ tools }) => tools.length),
    perServer('mcpgw_probe_attempts', 'Connect attempts of the last probe.', report, ({ attempts }) => attempts),
    perServer(
      'mcpgw_probe_duration_seconds',
      'Duration of the last probe, retries included.',
      report,
      ({ durationMs }) => durationMs / 1000,
    ),
    {
      name: 'mcpgw_probe_timestamp_seconds',
      help: 'When the last probe ended.',
      samples: [`mcpgw_probe_timestamp_seconds ${ended / 1000}`],
    },
  ];
  return metrics.map(({ name, help, samples }) => `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${samples.join('\n')}\n`).join('');
}

/** Writes `text` so that a reader sees the complete old or new file. @throws CliError when it cannot be written */
export function writeAtomically(file: string, text: string): void {
  try {
    replaceFile(file, text, { mode: 0o644 });
  } catch (error) {
    throw new CliError(`cannot write ${file}: ${writeReason(error)}`);
  }
}
