/** Each answer that was recorded from a real agentgateway is classified as the recording says, with the advice that it holds. */
import type { RequestListener } from 'node:http';
import { adviceFor, getToolsWithResilience } from '../../src/index.js';
import { closeServers, httpServer, initializeResult, readBody } from '../servers.js';
import { type Recorded, recordedAnswers, recordedVersions } from './recorded-answers.js';

afterEach(closeServers);

function askedBy(method: string, body: string): { asked: string; id: unknown } {
  if (method !== 'POST') return { asked: method, id: undefined };
  const { method: asked, id } = JSON.parse(body) as { method: string; id?: unknown };
  return { asked, id };
}

/** Answers as the proxy did; what was not recorded as a failure goes well. */
function replay({ answers }: Recorded): RequestListener {
  return async (request, response) => {
    const { asked, id } = askedBy(request.method ?? 'GET', await readBody(request));
    const answer = answers.find(candidate => candidate.asked === asked);
    if (answer?.status === 0) return;
    if (answer) return void response.writeHead(answer.status, answer.type === '' ? {} : { 'content-type': answer.type }).end(answer.body);
    if (asked === 'GET') return void response.writeHead(405).end();
    if (id === undefined) return void response.writeHead(202).end();
    const result = asked === 'initialize' ? initializeResult() : { tools: [] };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  };
}

const cases = recordedAnswers.map(recorded => [recorded.fault, recorded.versions.join(' '), recorded] as const);

it.each(cases)('%s (%s)', async (_fault, _versions, recorded) => {
  const { url } = await httpServer(replay(recorded));
  const { status } = await getToolsWithResilience(
    { server: { transport: 'http', url } },
    {
      maxAttempts: 1,
      attemptTimeoutMs: recorded.answers.some(answer => answer.status === 0) ? 2000 : 30_000,
    },
  );
  const outcome = status.get('server')!;
  const { layer, code, httpStatus } = outcome;
  expect({ status: outcome.status, layer, code, httpStatus }).toEqual(recorded.expected);
  expect(adviceFor(outcome) ?? null).toBe(recorded.advice);
});

it.each(recordedVersions)('every fault is recorded for %s, once', version => {
  const faults = recordedAnswers.filter(({ versions }) => versions.includes(version)).map(({ fault }) => fault);
  expect(faults).toEqual([...new Set(recordedAnswers.map(({ fault }) => fault))]);
});

it('the unavailable authorization service is transient whatever its protocol, and named in the advice', () => {
  const rows = recordedAnswers.filter(({ fault }) => /^authz-(grpc|http)-(down|hang|error|dns|reset)$/.test(fault));
  expect(rows.length).toBeGreaterThan(0);
  for (const { expected, advice } of rows) {
    expect(expected).toMatchObject({ status: 'transient', layer: 'ext-authz', httpStatus: 403 });
    expect(advice).toContain('authorization service');
  }
});
