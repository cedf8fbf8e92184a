import { ConfigurationError } from '@mcpgw/mcp-config';
import type { RestApi } from './endpoint.js';
import { apiHeaders, type SecretsDeps } from './secrets.js';

const api = (more: Partial<RestApi>): RestApi => ({
  name: 'a',
  baseUrl: 'http://x',
  headers: {},
  timeoutSeconds: 1,
  maxResponseBytes: 1,
  endpoints: [],
  ...more,
});

function findings(run: () => unknown): unknown {
  try {
    run();
    return undefined;
  } catch (error) {
    return error instanceof ConfigurationError ? error.message : error;
  }
}

const env: SecretsDeps['env'] = { TOKEN: 'tok-123456', LINES: 'a\r\nb: c', EMPTY: '' };

test('variables are filled in, and known as secrets', async () => {
  const headers = apiHeaders(
    api({ headers: { 'X-Plain': 'v', 'X-Mixed': 'id-${TOKEN}' }, auth: { header: 'Authorization', value: 'Bearer ${TOKEN}' } }),
    { env },
  );
  expect(await headers.forCall()).toEqual({ 'x-plain': 'v', 'x-mixed': 'id-tok-123456', authorization: 'Bearer tok-123456' });
  expect(headers.secrets).toEqual(expect.arrayContaining(['tok-123456', 'Bearer tok-123456']));
});

test('a value without variables is a secret too', () => {
  expect(apiHeaders(api({ auth: { header: 'X-Key', value: 'Bearer abcdef' } }), { env }).secrets).toEqual(['Bearer abcdef', 'abcdef']);
});

test('references that lead nowhere are found at the start, all of them', () => {
  const wrong = api({ headers: { A: '${NO}-${NEITHER}', B: '${LINES}' }, auth: { header: 'C', value: '${__proto__}' } });
  expect(findings(() => apiHeaders(wrong, { env }))).toBe(
    [
      'headers.A: the environment variable "NO" is not set',
      'headers.A: the environment variable "NEITHER" is not set',
      'headers.B: the value of the header has a character that HTTP does not allow',
      'auth.value: the environment variable "__proto__" is not set',
    ].join('\n'),
  );
});

const file = (readText: SecretsDeps['readText']) =>
  apiHeaders(api({ auth: { header: 'Authorization', file: '/run/key', prefix: 'Bearer ' } }), { env, ...(readText && { readText }) });

test('a file is read for each call, so that a secret can rotate; both are masked from then on', async () => {
  const contents = ['first-key\n', 'second-key\n'];
  const headers = file(async () => contents.shift()!);
  expect(await headers.forCall()).toEqual({ authorization: 'Bearer first-key' });
  expect(await headers.forCall()).toEqual({ authorization: 'Bearer second-key' });
  expect(headers.secrets).toEqual(['first-key', 'second-key']);
});

const refusals: [string, () => Promise<string>, string][] = [
  ['empty', async () => ' \n', "auth.file: the secret's file is empty"],
  ['of several lines', async () => 'a\nb', "auth.file: the secret's file holds what an HTTP header cannot"],
  ['too large', async () => 'x'.repeat(70_000), "auth.file: the secret's file holds what an HTTP header cannot"],
  [
    'not there',
    () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOENT' })),
    "auth.file: the secret's file cannot be read (ENOENT)",
  ],
];

test.each(refusals)('a file that is %s refuses the call, without its content', async (_name, readText, message) => {
  await expect(file(readText).forCall()).rejects.toMatchObject({ name: 'ConfigurationFailure', message });
});
