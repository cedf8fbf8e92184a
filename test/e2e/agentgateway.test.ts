/**
 * mcpgw in front of real agentgateway binaries (`MCPGW_AGENTGATEWAY`): each fault of `agentgateway-faults.ts` is classified as
 * its recorded answer is, and the proxy still answers what was recorded. `MCPGW_RECORD=FILE` writes what was answered.
 */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adviceFor, getToolsWithResilience, type ServerLoadOutcome } from '@mcpgw/loader';
import { type Recorded, recordedAnswers, recordedVersions } from '../../packages/loader/test/proxy/recorded-answers.js';
import { closeServers } from '../../packages/loader/test/servers.js';
import { freePort, type ProxyBinary, proxyBinaries, type RunningProxy, startProxy } from '../helpers/agentgateway.js';
import { skipTests } from '../helpers/needs.js';
import { configOf, type Exchange, type Fault, faults, recorder, startWorld, type World } from './agentgateway-faults.js';

jest.setTimeout(300_000);

const binaries = proxyBinaries();

/** The recorded version whose configuration and answers `version` shares: the newest that is not newer. */
function recordedVersionOf(version: string): string {
  const compare = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true });
  return [...recordedVersions].sort(compare).findLast(known => compare(known, version) <= 0) ?? recordedVersions[0]!;
}

/** Ports and what else changes with every run. */
function settled(text: string): string {
  return text.replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT');
}

interface Claims {
  readonly iss?: string;
  readonly aud?: string;
  readonly exp?: number;
}

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const inHours = (hours: number) => Math.floor(Date.now() / 1000) + 3600 * hours;

function token(key: KeyObject, claims: Claims = {}): string {
  const payload = { sub: 'tester', iss: 'test-issuer', aud: 'mcp', exp: inHours(1), ...claims };
  const signed = `${encoded({ alg: 'ES256', kid: 'one', typ: 'JWT' })}.${encoded(payload)}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

function tokensAndKeys(folder: string): { jwks: string; tokens: Record<string, string> } {
  const good = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwks = join(folder, 'jwks.json');
  writeFileSync(jwks, JSON.stringify({ keys: [{ ...good.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'ES256', use: 'sig' }] }));
  const tokens = {
    good: token(good.privateKey),
    expired: token(good.privateKey, { exp: inHours(-1) }),
    audience: token(good.privateKey, { aud: 'elsewhere' }),
    issuer: token(good.privateKey, { iss: 'somebody' }),
    key: token(other.privateKey),
  };
  return { jwks, tokens };
}

interface Seen {
  readonly outcome: ServerLoadOutcome;
  readonly exchanges: readonly Exchange[];
}

/** Long enough for a proxy on a busy machine, which answers within a second otherwise. */
const attemptTimeoutMs = 20_000;

async function loadThrough(port: number, fault: Fault, world: World): Promise<Seen> {
  const between = await recorder(port);
  try {
    const url = `http://127.0.0.1:${between.port}/${fault.id}`;
    for (let sent = 0; sent < (fault.before ?? 0); sent++) await fetch(url, { method: 'POST', body: '{}' });
    between.exchanges.length = 0;
    const connection = { transport: 'http' as const, url, headers: fault.headers?.(world) ?? {} };
    const options = { maxAttempts: 1, attemptTimeoutMs, totalTimeoutMs: 2 * attemptTimeoutMs };
    const { status, released } = await getToolsWithResilience({ [fault.id]: connection }, options);
    await released;
    return { outcome: status.get(fault.id)!, exchanges: between.exchanges };
  } finally {
    between.close();
  }
}

/** What the recording holds of an outcome. */
function expectedOf({ status, layer, code, httpStatus }: ServerLoadOutcome): Recorded['expected'] {
  return { status, layer, code, httpStatus };
}

function failuresOf(exchanges: readonly Exchange[]): Recorded['answers'] {
  const failed = exchanges.filter(
    ({ status, asked, body }) => asked !== 'DELETE' && (status === 0 || status >= 400 || body.includes('"error":{"code"')),
  );
  return failed.map(({ asked, status, type, body }) => ({ asked, status, type, body: settled(body) }));
}

function keep(version: string, fault: Fault, { outcome, exchanges }: Seen): void {
  const file = process.env.MCPGW_RECORD;
  if (file === undefined) return;
  const recorded = { fault: fault.id, version, answers: failuresOf(exchanges), expected: expectedOf(outcome) };
  appendFileSync(file, `${JSON.stringify({ ...recorded, error: settled(outcome.error ?? ''), advice: adviceFor(outcome) ?? null })}\n`);
}

function recordedOf(fault: Fault, version: string): Recorded | undefined {
  return recordedAnswers.find(recorded => recorded.fault === fault.id && recorded.versions.includes(version));
}

function suite(binary: ProxyBinary): void {
  const { version } = binary;
  const dialect = recordedVersionOf(version);
  const folder = mkdtempSync(join(tmpdir(), 'mcpgw-faults-'));
  let world: World;
  let proxy: RunningProxy;

  beforeAll(async () => {
    const { jwks, tokens } = tokensAndKeys(folder);
    world = await startWorld(jwks, tokens);
    proxy = await startProxy(binary, (port, others) => configOf(world, dialect, port, others));
  });
  afterAll(async () => {
    await proxy?.stop();
    await world?.close();
    await closeServers();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(faults.map(fault => [fault.id, fault] as const))('%s', async (_id, fault) => {
    const seen = await loadThrough(proxy.port, fault, world);
    keep(version, fault, seen);
    const recorded = recordedOf(fault, dialect);
    expect(expectedOf(seen.outcome)).toEqual(recorded?.expected);
    if (dialect === version) expect(failuresOf(seen.exchanges)).toEqual(recorded?.answers);
  });

  it('the proxy itself is down', async () => {
    const port = await freePort();
    const { status } = await getToolsWithResilience({ x: { transport: 'http', url: `http://127.0.0.1:${port}/none` } });
    expect(expectedOf(status.get('x')!)).toEqual({ status: 'permanent', layer: 'tcp', code: 'ECONNREFUSED', httpStatus: null });
  });
}

for (const binary of binaries) describe(`agentgateway ${binary.version}`, () => suite(binary));
if (binaries.length === 0) skipTests('needs MCPGW_AGENTGATEWAY, the path of an agentgateway binary or of a folder of them');
