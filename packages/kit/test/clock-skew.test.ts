/**
 * Tokens of an issuer whose clock runs ahead or behind, at both edges of the tolerance: the kit and the gateway give the same answers,
 * in whole seconds (docs/operations.md, Clocks).
 */
import { AccessControl, isRefusal } from '@mcpgw/access';
import { readServeConfig } from '@mcpgw/mcp-config';
import { endIssuers, type FakeIssuer, jwkOf, signed, startFakeIssuer } from '../../access/test/issuers.js';
import { Authenticator } from '../src/auth.js';

const audience = 'https://mcp.example.com/mcp';
const seconds = Date.parse('2026-03-01T12:00:00Z') / 1000;

let fake: FakeIssuer;
beforeAll(async () => {
  fake = await startFakeIssuer('/realms/main');
});
afterAll(endIssuers);

type Times = Readonly<Record<'iat' | 'nbf' | 'exp', number | undefined>>;
type Ask = (token: string, clock: () => Date) => Promise<string>;

const byKit: Ask = async (token, clock) => {
  const jwks = { keys: [jwkOf(fake.publicKey, 'one')] };
  const authenticator = new Authenticator({ issuer: fake.issuer, audience, jwks, clock });
  return authenticator.verify(token).then(
    () => 'accepted',
    error => error.message,
  );
};

/** The gateway with `clock_skew` as its configuration says. */
const byGateway =
  (clockSkew: string | undefined): Ask =>
  async (token, clock) => {
    const oauth = { resource: audience, issuers: [{ issuer: fake.issuer }], ...(clockSkew !== undefined && { clock_skew: clockSkew }) };
    const text = JSON.stringify({ servers: { a: { url: 'http://127.0.0.1:8000/mcp' } }, auth: { oauth } });
    const { config, findings } = readServeConfig(text, { file: 'gateway.yaml', env: {}, readFile: () => undefined });
    if (config === undefined) throw new Error(JSON.stringify(findings));
    const found = await new AccessControl(config.auth, { isLocal: true, clock }).identify({
      headersDistinct: { authorization: [`Bearer ${token}`] },
    });
    return isRefusal(found) ? found.message : 'accepted';
  };

const expired = 'The token has expired';
const early = 'The token is not valid yet';

/** The issuer's clock is ahead by `skew` seconds, or behind where it is negative; its tokens live for a minute. */
const issued = (skew: number): Times => ({ iat: seconds + skew, nbf: seconds + skew, exp: seconds + skew + 60 });

const edges = (tolerance: number): readonly (readonly [string, Times, string])[] => [
  ['as far ahead as is tolerated', issued(tolerance), 'accepted'],
  ['a second further ahead', issued(tolerance + 1), early],
  ['as far behind as is tolerated: in its last second', issued(-60 - tolerance + 1), 'accepted'],
  ['a second further behind', issued(-60 - tolerance), expired],
  ['issued in the future, which is no claim of validity', { ...issued(0), iat: seconds + 3600, nbf: undefined }, 'accepted'],
];

describe.each<[string, Ask, number]>([
  ['the kit', byKit, 5],
  ['the gateway', byGateway(undefined), 5],
  ['the gateway with two minutes', byGateway('2m'), 120],
  ['the gateway with none', byGateway('0s'), 0],
])('%s', (_, ask, tolerance) => {
  test.each(edges(tolerance))('%s', async (_what, times, answer) => {
    const claims = { iss: fake.issuer, aud: audience, sub: 'alice', session_id: 's', client_id: 'desk', ...times };
    const token = signed(claims, fake.privateKey);
    expect(await ask(token, () => new Date(seconds * 1000))).toBe(answer);
    expect(await ask(token, () => new Date(seconds * 1000 + 999))).toBe(answer);
  });
});
