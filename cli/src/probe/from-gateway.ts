/** The report of a probe from the connections of a running gateway. */
import { promptWarnings, type ServerLoadOutcome, streamWarnings } from '@mcpgw/loader';
import type { GatewayStateReport } from '@mcpgw/local-gateway';
import { CliError } from '../errors.js';
import type { FoundGateway } from '../gateway/running.js';
import { stateOf } from '../gateway/running.js';
import { statusOfGateway } from '../gateway/server-status.js';
import { noSuchServer } from '../no-server.js';
import type { ProbedServer, ProbeReport } from './report.js';
import { summaryOf } from './report.js';

type State = GatewayStateReport['servers'][number];

const isProbed = ({ enabled, quarantined, protocol }: State): boolean => enabled && !quarantined && protocol !== 'rest';

function outcomeOf({ name, protocol, connection, tools, serverInfo, protocolVersion }: State): ServerLoadOutcome {
  const { status, error } = statusOfGateway(connection);
  const isReady = status === 'available';
  const { layer = null, code = null, httpStatus = null } = isReady ? {} : (connection.failure ?? {});
  return {
    serverId: name,
    status,
    tools: isReady ? (tools as ServerLoadOutcome['tools']) : [],
    error,
    attempts: connection.attempts,
    layer,
    code,
    httpStatus,
    transport: protocol === 'malformed' || protocol === 'rest' ? null : protocol,
    protocolVersion: isReady ? (protocolVersion ?? null) : null,
    serverInfo: isReady ? (serverInfo ?? null) : null,
    durationMs: 0,
  };
}

/** What a probe leaves out: servers that are off or in quarantine, and REST APIs. */
function notesOf(servers: readonly State[]): readonly string[] {
  const counted = [
    ['off', servers.filter(({ enabled }) => !enabled).length],
    ['in quarantine', servers.filter(({ enabled, quarantined }) => enabled && quarantined).length],
  ] as const;
  const notes = counted.flatMap(([what, count]) =>
    count === 0 ? [] : [`${count} server${count === 1 ? ' is' : 's are'} ${what} and left out`],
  );
  const apis = servers.filter(({ protocol, enabled }) => enabled && protocol === 'rest').length;
  return apis === 0 ? notes : [...notes, `${apis} REST API${apis === 1 ? ' is' : 's are'} not probed`];
}

/** @throws CliError for a name that no server has, or where nothing is left */
function chosen(servers: readonly State[], only: readonly string[]): readonly State[] {
  const unknown = only.find(name => !servers.some(server => server.name === name));
  if (unknown !== undefined) {
    const names = servers.map(({ name }) => name);
    throw noSuchServer(unknown, names, '--server');
  }
  const found = servers.filter(server => isProbed(server) && (only.length === 0 || only.includes(server.name)));
  if (found.length === 0) throw new CliError('nothing to probe: no MCP server is named, or all are off');
  return found;
}

export interface GatewayProbe {
  readonly report: ProbeReport;
  /** Lines for stderr: what was left out. */
  readonly notes: readonly string[];
}

/** Asks a gateway for the state of its servers. @throws CliError */
export async function probeGateway(gateway: FoundGateway, only: readonly string[] = []): Promise<GatewayProbe> {
  const startedAt = new Date();
  const start = performance.now();
  const state = await stateOf(gateway);
  if (state === undefined) throw new CliError(`${gateway.name} shows its state to admins only: give the key of one`);
  const servers = chosen(state.servers, only);
  const outcomes = servers.map(outcomeOf);
  const probed = servers.map((server, at): ProbedServer => {
    const { serverId, error, serverInfo, protocolVersion, ...outcome } = outcomes[at]!;
    return {
      id: serverId,
      ...outcome,
      protocol: protocolVersion,
      server: serverInfo,
      tools: outcome.tools.map(({ name }) => name),
      reason: error,
      advice: error === null ? null : (server.connection.remedy ?? null),
    };
  });
  const report: ProbeReport = {
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(performance.now() - start),
    gateway: gateway.url,
    summary: summaryOf(outcomes),
    servers: probed,
    warnings: { prompt: promptWarnings(outcomes), stream: streamWarnings(outcomes) },
  };
  return { report, notes: notesOf(state.servers) };
}
