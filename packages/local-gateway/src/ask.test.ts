import type { RequestListener } from 'node:http';
import { closedPort, closeServers, httpServer } from '../../loader/test/servers.js';
import { AskError, askGateway } from './ask.js';

afterEach(closeServers);

const served = async (listener: RequestListener) => `http://127.0.0.1:${(await httpServer(listener)).port}`;
const problem = async (url: string, options = {}) => {
  const error = await askGateway({ url, key: 'k' }, '/x', options).catch(error => error);
  return error instanceof AskError ? [error.problem, error.message.replace(url, 'URL')] : error;
};

it('shows the key and gives the JSON', async () => {
  const url = await served((request, response) => response.end(JSON.stringify([request.url, request.headers.authorization])));
  expect(await askGateway({ url, key: 'k' }, '/x')).toEqual(['/x', 'Bearer k']);
  expect(await askGateway({ url }, '/x')).toEqual(['/x', null]);
});

it.each<[string, RequestListener, [string, string]]>([
  [
    'a refusal',
    (_, response) => response.writeHead(401).end('{"error":{"message":"The key is missing or wrong"}}'),
    ['refused', 'URL refuses: The key is missing or wrong'],
  ],
  ['another page', (_, response) => response.end('<html>'), ['unknown', 'URL answers /x with something other than JSON']],
  ['an error', (_, response) => response.writeHead(500).end('oh'), ['unknown', 'URL answers /x with HTTP 500: oh']],
  ['a redirect', (_, response) => response.writeHead(302, { location: '/y' }).end(), ['unreachable', expect.stringMatching(/redirect/)]],
  ['silence', () => {}, ['unreachable', 'URL did not answer within 1000 ms']],
])('%s', async (_name, listener, expected) => {
  expect(await problem(await served(listener), { timeoutMs: 1000 })).toEqual(expected);
});

it('nothing listens there; who asks may give up', async () => {
  expect(await problem(`http://127.0.0.1:${await closedPort()}`)).toEqual(['unreachable', 'URL cannot be reached: ECONNREFUSED']);
  const url = await served(() => {});
  expect(await problem(url, { signal: AbortSignal.abort(new Error('stop')) })).toMatchObject({ message: 'stop' });
});
