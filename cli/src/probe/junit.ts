import { xmlAttribute, xmlText } from '@mcpgw/diagnostics';
import type { ProbedServer, ProbeReport } from './report.js';

function testcase({ id, status, durationMs, reason, layer, advice, attempts }: ProbedServer): string {
  const head = `    <testcase classname="mcp" name="${xmlAttribute(id)}" time="${(durationMs / 1000).toFixed(3)}"`;
  if (status === 'available') return `${head}/>\n`;
  const body = xmlText([`layer: ${layer}`, `attempts: ${attempts}`, `what to do: ${advice}`].join('\n'));
  return `${head}>\n      <failure type="${status}" message="${xmlAttribute(reason ?? '')}">${body}</failure>\n    </testcase>\n`;
}

/** Prints a report as JUnit XML: one test case per server; only classes in `failOn` are failures, others are skipped with their reason. */
export function formatJunit({ servers, durationMs, startedAt }: ProbeReport, failOn: readonly string[]): string {
  const cases = servers.map(server =>
    server.status === 'available' || failOn.includes(server.status) ? testcase(server) : skipped(server),
  );
  const failures = servers.filter(({ status }) => failOn.includes(status)).length;
  const skips = servers.filter(({ status }) => status !== 'available').length - failures;
  const counts = `tests="${servers.length}" failures="${failures}" errors="0" skipped="${skips}" time="${(durationMs / 1000).toFixed(3)}"`;
  const suite = `  <testsuite name="mcpgw probe" ${counts} timestamp="${startedAt}">\n${cases.join('')}  </testsuite>\n`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="mcpgw probe">\n${suite}</testsuites>\n`;
}

function skipped({ id, status, durationMs, reason }: ProbedServer): string {
  const head = `    <testcase classname="mcp" name="${xmlAttribute(id)}" time="${(durationMs / 1000).toFixed(3)}"`;
  return `${head}>\n      <skipped message="${xmlAttribute(`${status}: ${reason ?? ''}`)}"/>\n    </testcase>\n`;
}
