import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerLoadOutcome } from '@mcpgw/loader';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { formatJunit } from './junit.js';
import { formatPrometheus } from './prometheus.js';
import { hasFailure, makeProbeReport } from './report.js';
import { formatTable, wrap } from './table.js';

const base = { tools: [], error: null, layer: null, code: null, httpStatus: null, protocolVersion: null, serverInfo: null } as const;

const outcomes: ServerLoadOutcome[] = [
  {
    ...base,
    serverId: 'github',
    status: 'available',
    tools: [{ name: 'list_issues', inputSchema: { type: 'object' } }],
    attempts: 1,
    transport: 'streamable-http',
    protocolVersion: '2025-11-25',
    serverInfo: 'github 1.2',
    durationMs: 41.4,
  },
  {
    ...base,
    serverId: 'jira',
    status: 'transient',
    error: 'HTTP 503 Service Unavailable',
    layer: 'http',
    httpStatus: 503,
    attempts: 3,
    transport: 'http',
    durationMs: 1234,
  },
  {
    ...base,
    serverId: 'a "b" <c>',
    status: 'permanent',
    error: 'connection refused (ECONNREFUSED): 127.0.0.1:81',
    layer: 'tcp',
    code: 'ECONNREFUSED',
    attempts: 1,
    transport: 'sse',
    durationMs: 2,
  },
  {
    ...base,
    serverId: 'wiki',
    status: 'denied',
    error: 'HTTP 401 Unauthorized',
    layer: 'http',
    httpStatus: 401,
    attempts: 1,
    transport: 'http',
    durationMs: 3,
  },
];

function reportOf(some: readonly ServerLoadOutcome[]) {
  const status = new Map(some.map(outcome => [outcome.serverId, outcome]));
  return makeProbeReport(
    { allTools: [], failedServers: [], failedErrors: new Map(), status, released: Promise.resolve() },
    new Date('2026-11-21T10:00:00Z'),
    1240.6,
  );
}

const report = reportOf(outcomes);

it('the JSON report fits its published schema', () => {
  const schema = JSON.parse(readFileSync(join(__dirname, '../../../schemas/probe-report.json'), 'utf8'));
  const validate = new Ajv2020({ strict: true, allowUnionTypes: true, formats: { 'date-time': true } }).compile(schema);
  expect([validate(JSON.parse(JSON.stringify(report))), validate.errors]).toEqual([true, null]);
  expect(validate({ ...report, extra: 1 })).toBe(false);
  expect(report.servers[1]).toEqual({
    id: 'jira',
    status: 'transient',
    transport: 'http',
    protocol: null,
    server: null,
    tools: [],
    attempts: 3,
    durationMs: 1234,
    layer: 'http',
    code: null,
    httpStatus: 503,
    reason: 'HTTP 503 Service Unavailable',
    advice: 'it is starting, overloaded or broken: see its log and that of the gateway',
  });
});

it('a wrong address of the command line is not an entry of a file', () => {
  const wrong: ServerLoadOutcome = {
    ...base,
    serverId: 'h:9/mcp',
    status: 'permanent',
    attempts: 0,
    error: 'malformed connection config: HTTP clients refuse to connect to port 9',
    layer: 'config',
    code: 'config',
    transport: 'http',
    durationMs: 1,
  };
  const loaded = { allTools: [], failedServers: [], failedErrors: new Map(), released: Promise.resolve() };
  const adviceWith = (targets: Parameters<typeof makeProbeReport>[3]) =>
    makeProbeReport({ ...loaded, status: new Map([[wrong.serverId, wrong]]) }, new Date(0), 1, targets).servers[0]!.advice;
  const named = { withHeader: new Set(['h:9/mcp']), places: new Map() };
  expect(adviceWith(named)).toBe('correct the address or the headers that the command names');
  expect(adviceWith({ withHeader: new Set(), places: new Map([['h:9/mcp', { file: 'mcp.json', server: 'h' }]]) })).toBe(
    'correct the entry: mcpgw validate shows where',
  );
});

describe('the table', () => {
  const plain = (text: string) => text;

  it('has nine columns where there is room', () => {
    expect(formatTable(report, { width: 170, paint: plain })).toBe(
      [
        'SERVER     STATUS     TRANSPORT        PROTOCOL    TOOLS  ATTEMPTS  TIME   REASON                                          WHAT TO DO',
        'github     available  streamable-http  2025-11-25  1      1         41 ms',
        'jira       transient  http             -           -      3         1.2 s  http: HTTP 503 Service Unavailable              it is starting, overloaded or broken: see its',
        '                                                                                                                           log and that of the gateway',
        'a "b" <c>  permanent  sse              -           -      1         2 ms   tcp: connection refused (ECONNREFUSED):         nothing listens there: check that the server',
        '                                                                           127.0.0.1:81                                    runs, and its port',
        'wiki       denied     http             -           -      1         3 ms   http: HTTP 401 Unauthorized                     the server is up and asks for credentials: add',
        '                                                                                                                           a token to its headers (or use --header)',
        '',
        '1 of 4 available, 1 transient, 1 permanent, 1 denied in 1.2 s',
        '',
      ].join('\n'),
    );
  });

  it('puts reason and advice below the row on a narrow terminal', () => {
    expect(formatTable(reportOf(outcomes.slice(1, 2)), { width: 60, paint: plain })).toBe(
      [
        'SERVER  STATUS     TRANSPORT  PROTOCOL  TOOLS  ATTEMPTS  TIME',
        'jira    transient  http       -         -      3         1.2 s',
        '    http: HTTP 503 Service Unavailable',
        '    → it is starting, overloaded or broken: see its log and',
        '    that of the gateway',
        '',
        '0 of 1 available, 1 transient in 1.2 s',
        '',
      ].join('\n'),
    );
  });

  it('paints the status and the head, nothing else', () => {
    const painted: string[][] = [];
    const paint = (text: string, role: string) => {
      painted.push([text.trim(), role]);
      return text;
    };
    formatTable(reportOf(outcomes.slice(0, 2)), { width: 200, paint });
    expect(painted.filter(([, role]) => role !== 'bold')).toEqual([
      ['available', 'available'],
      ['transient', 'transient'],
    ]);
  });

  it.each([
    ['', 5, ['']],
    ['one two three', 7, ['one two', 'three']],
    ['abcdefghij k', 4, ['abcd', 'efgh', 'ij k']],
  ])('wraps %j at %d', (text, width, lines) => {
    expect(wrap(text, width)).toEqual(lines);
  });
});

it('JUnit: classes of --fail-on are failures, others are skipped', () => {
  expect(formatJunit(report, ['permanent', 'denied'])).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="mcpgw probe">
  <testsuite name="mcpgw probe" tests="4" failures="2" errors="0" skipped="1" time="1.241" timestamp="2026-11-21T10:00:00.000Z">
    <testcase classname="mcp" name="github" time="0.041"/>
    <testcase classname="mcp" name="jira" time="1.234">
      <skipped message="transient: HTTP 503 Service Unavailable"/>
    </testcase>
    <testcase classname="mcp" name="a &quot;b&quot; &lt;c&gt;" time="0.002">
      <failure type="permanent" message="connection refused (ECONNREFUSED): 127.0.0.1:81">layer: tcp
attempts: 1
what to do: nothing listens there: check that the server runs, and its port</failure>
    </testcase>
    <testcase classname="mcp" name="wiki" time="0.003">
      <failure type="denied" message="HTTP 401 Unauthorized">layer: http
attempts: 1
what to do: the server is up and asks for credentials: add a token to its headers (or use --header)</failure>
    </testcase>
  </testsuite>
</testsuites>
`);
});

it('Prometheus text format', () => {
  expect(formatPrometheus(reportOf(outcomes.slice(2, 3)))).toBe(`# HELP mcpgw_probe_up Whether the MCP server gave its tools.
# TYPE mcpgw_probe_up gauge
mcpgw_probe_up{server="a \\"b\\" <c>"} 0
# HELP mcpgw_probe_status 1 for the status that the last probe of the server gave, else 0.
# TYPE mcpgw_probe_status gauge
mcpgw_probe_status{server="a \\"b\\" <c>",status="available"} 0
mcpgw_probe_status{server="a \\"b\\" <c>",status="transient"} 0
mcpgw_probe_status{server="a \\"b\\" <c>",status="permanent"} 1
mcpgw_probe_status{server="a \\"b\\" <c>",status="denied"} 0
# HELP mcpgw_probe_tools Tools that the MCP server offers.
# TYPE mcpgw_probe_tools gauge
mcpgw_probe_tools{server="a \\"b\\" <c>"} 0
# HELP mcpgw_probe_attempts Connect attempts of the last probe.
# TYPE mcpgw_probe_attempts gauge
mcpgw_probe_attempts{server="a \\"b\\" <c>"} 1
# HELP mcpgw_probe_duration_seconds Duration of the last probe, retries included.
# TYPE mcpgw_probe_duration_seconds gauge
mcpgw_probe_duration_seconds{server="a \\"b\\" <c>"} 0.002
# HELP mcpgw_probe_timestamp_seconds When the last probe ended.
# TYPE mcpgw_probe_timestamp_seconds gauge
mcpgw_probe_timestamp_seconds 1795255201.241
`);
});

it.each<[readonly string[] | undefined, boolean]>([
  [undefined, true],
  [['transient'], true],
  [['denied', 'permanent'], false],
  [['none'], false],
])('--fail-on %j', (classes, expected) => {
  expect(hasFailure(reportOf(outcomes.slice(0, 2)), classes)).toBe(expected);
});
