/** Which texts the chart takes as a host: DNS names and addresses, and nothing else. */
import { renderChart } from './render.js';

const target = (host: string) => ({ global: { agentgateway: { extraMcpTargets: [{ id: 'a', host, port: 80 }] } } });
const hostname = (host: string) => ({
  global: { agentgateway: { routingMode: 'gateway-api' } },
  admin: { expose: false },
  gatewayApi: { hostnames: [host] },
});
const jwks = (authority: string) => ({
  global: { agentgateway: { static: { jwtAuth: { enabled: true, issuer: 'https://i', jwksUrl: `https://${authority}/keys` } } } },
});
const label = (length: number) => 'a'.repeat(length);
/** A name of `length` characters (above 250), in labels of 49. */
const name = (length: number) => `${`${label(49)}.`.repeat(5)}${label(length - 250)}`;

const good = [
  'h',
  '123',
  'a_b.example',
  'a-b.example.',
  `${label(63)}.example`,
  name(253),
  `${name(253)}.`,
  '0.0.0.0',
  '255.255.255.255',
  '1.2.3.4.example',
  '[::]',
  '[::1]',
  '[1:2:3:4:5:6:7:8]',
  '[1:2:3:4:5:6:7::]',
  '[2001:DB8::ffff]',
  '[::ffff:1.2.3.4]',
  '[1:2:3:4:5:6:1.2.3.4]',
];
const bad = [
  `${label(64)}.example`,
  name(254),
  `${name(254)}.`,
  '256.1.1.1',
  '1.2.3',
  '1.2.3.4.5',
  '01.2.3.4',
  '1.2.3.4.',
  'example.1',
  'a..b',
  '.a',
  '-a.example',
  'a-.example',
  '*.example',
  '[1.2.3.4]',
  '[]',
  '[:]',
  '[:::]',
  '[::1',
  '::1',
  '[1::2::3]',
  '[12345::]',
  '[1:2:3:4:5:6:7:8:9]',
  '[1:2:3:4:5:6:7]',
  '[1:2:3:4:5:6:7::8]',
  '[1:2:3:4:5:6:7:1.2.3.4]',
  '[::1.2.3.256]',
  '[::1.2.3.4:5]',
  '[fe80::1%eth0]',
  '[::1]:80',
  'a:80',
];

const refused = (at: string, host: string) => `${at}: ${JSON.stringify(host)} is not a hostname: leave out scheme, port and path`;

it.each(good)('%s is a host of a target', async host => {
  expect(JSON.stringify(await renderChart({ values: target(host) }))).toContain(`http://${host}:80/mcp`);
});

it.each(bad)('%s is not', async host => {
  await expect(renderChart({ values: target(host) })).rejects.toThrow(refused('(id "a").host', host));
});

it.each([
  ['*.example', true],
  ['*.a.example', true],
  ['a.example', true],
  [`*.${name(251)}`, true],
  [`*.${name(252)}`, false],
  ['*', false],
  ['*.', false],
  ['*.*.example', false],
  ['a.*.example', false],
  ['*.1.2.3.4', false],
  ['*.[::1]', false],
])('of %s as a name of the gateway: %s', async (host, accepted) => {
  const rendered = renderChart({ values: hostname(host) });
  if (accepted) expect(JSON.stringify(await rendered)).toContain(JSON.stringify(host));
  else await expect(rendered).rejects.toThrow(refused('gatewayApi.hostnames[0]', host));
});

it.each(['h', 'h:8443', '[::1]', '[::1]:8443'])('%s is an authority of a URL', async authority => {
  expect(JSON.stringify(await renderChart({ values: jwks(authority) }))).toContain(`https://${authority}/keys`);
});

it.each([
  ['a:1:2', '"a:1" is not a hostname'],
  ['::1', '":" is not a hostname'],
  ['[::1]x:80', '"[::1]x" is not a hostname'],
  ['[::1]:', 'has no port between 1 and 65535'],
  [':443', 'is not an http or https URL'],
])('%s is not', async (authority, message) => {
  await expect(renderChart({ values: jwks(authority) })).rejects.toThrow(message);
});
