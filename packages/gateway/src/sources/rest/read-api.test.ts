import { ConfigurationError } from '../../failures/gateway-failure.js';
import { toolOf } from './input-schema.js';
import { readRestApi } from './read-api.js';

const readText = () => Promise.reject(new Error('nothing is read'));
const api = (more: object = {}) => ({ name: 'api', base_url: 'https://api.test/v1', ...more });
const withEndpoint = (more: object) => api({ endpoints: [{ name: 'e', method: 'GET', path: '/e', ...more }] });

async function faultsOf(config: unknown): Promise<string[]> {
  const error = await readRestApi(config, { readText }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ConfigurationError);
  return (error as ConfigurationError).findings.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

const pathRule = 'the path must be one that URLs keep as it is: no ?, #, \\, spaces, "." or ".." segments';

const refusals: [string, unknown, string[]][] = [
  ['no object', [], [': got array, want object']],
  [
    'no name, an unknown key',
    { base_url: 'http://x', colour: 1 },
    [": missing property 'name'", ": additional properties 'colour' not allowed"],
  ],
  ['no URL', { name: 'a' }, ['base_url: is missing: the document names no server']],
  ['a URL that is none', api({ base_url: 'api.test' }), ['base_url: is no URL']],
  ['another scheme', api({ base_url: 'file:///etc' }), ['base_url: must be an http or https URL']],
  ['a password in the URL', api({ base_url: 'http://u:p@x' }), ["base_url: must hold no user name or password: use 'auth'"]],
  ['a query in the URL', api({ base_url: 'http://x/?k=1' }), ['base_url: must have no query and no fragment']],
  [
    'a header name with a line break',
    api({ headers: { 'a\nb': 'x' } }),
    [": invalid propertyName 'a\\nb' ('a\\nb' does not match pattern '^[!#$%&\\'*+.^_`|~0-9A-Za-z-]+$')"],
  ],
  ['auth with value and file', api({ auth: { header: 'X', value: 'a', file: 'b' } }), ["auth: 'oneOf' failed, subschemas 0, 1 matched"]],
  ['a timeout of nothing', api({ timeout: 0 }), ['timeout: exclusiveMinimum: got 0, want 0']],
  ['a tool name with a space', withEndpoint({ name: 'a b' }), ["endpoints.0.name: 'a b' does not match pattern '^[A-Za-z0-9_.-]{1,128}$'"]],
  [
    'an unknown method',
    withEndpoint({ method: 'TRACE' }),
    ["endpoints.0.method: value must be one of 'GET', 'POST', 'PUT', 'PATCH', 'DELETE'"],
  ],
  ['a path that climbs', withEndpoint({ path: '/a/../b' }), [`endpoints.0.path: ${pathRule}`]],
  ['a path that climbs in disguise', withEndpoint({ path: '/a/%2e%2e/b' }), [`endpoints.0.path: ${pathRule}`]],
  ['a path that is another host', withEndpoint({ path: '/\\evil.test' }), [`endpoints.0.path: ${pathRule}`]],
  ['a query in the path', withEndpoint({ path: '/a?b=1' }), [`endpoints.0.path: ${pathRule}`]],
  [
    'placeholders that are not declared, parameters that stand nowhere',
    withEndpoint({ path: '/e/{a}', parameters: { b: { in: 'path', type: 'string' } } }),
    [
      'endpoints.0.path: the path names {a}, which is no declared path parameter',
      "endpoints.0.path: the path parameter 'b' does not stand in the path",
    ],
  ],
  [
    'an optional path parameter',
    withEndpoint({ path: '/e/{a}', parameters: { a: { in: 'path', type: 'string', required: false } } }),
    ['endpoints.0.parameters.a: a path parameter is always required'],
  ],
  [
    'a type that JSON has not',
    withEndpoint({ parameters: { a: { in: 'query', type: 'date' } } }),
    ["endpoints.0.parameters.a.type: value must be one of 'string', 'integer', 'number', 'boolean', 'array', 'object'"],
  ],
  [
    'a body in a GET',
    withEndpoint({ parameters: { a: { in: 'body', type: 'string' } } }),
    ['endpoints.0.parameters.a: a GET request has no body'],
  ],
  [
    'a header that HTTP decides',
    withEndpoint({ parameters: { Host: { in: 'header', type: 'string' } } }),
    ['endpoints.0.parameters.Host: the header Host is not for arguments to set'],
  ],
  [
    'a header that the configuration sets',
    api({
      auth: { header: 'X-Key', value: '${K}' },
      endpoints: [{ name: 'e', method: 'GET', path: '/e', parameters: { 'x-key': { in: 'header', type: 'string' } } }],
    }),
    ['endpoints.0.parameters.x-key: the header x-key is set by the configuration'],
  ],
  [
    'a default of another type',
    withEndpoint({ parameters: { a: { in: 'query', type: 'integer', default: 'x' } } }),
    ['endpoints.0.parameters.a: the default is not valid: got string, want integer'],
  ],
  [
    'a pattern with look-around',
    withEndpoint({ parameters: { a: { in: 'query', type: 'string', pattern: '(?=x)' } } }),
    [expect.stringContaining('endpoints.0.parameters.a: "file:///schema.json" is not valid against metaschema') as unknown as string],
  ],
  [
    'a whole body beside members',
    withEndpoint({ method: 'POST', parameters: { a: { in: 'body', type: 'array', whole: true }, b: { in: 'body', type: 'string' } } }),
    ['endpoints.0.parameters: a parameter that is the whole body stands alone'],
  ],
  [
    'a whole body as a form',
    withEndpoint({ method: 'POST', body: 'form', parameters: { a: { in: 'body', type: 'array', whole: true } } }),
    ['endpoints.0.body: a whole body is JSON, not a form'],
  ],
  [
    'one part of the request twice',
    withEndpoint({ parameters: { a: { in: 'header', type: 'string', name: 'X-A' }, b: { in: 'header', type: 'string', name: 'x-a' } } }),
    ['endpoints.0.parameters: two parameters are the same part of the request: header x-a'],
  ],
  [
    'a response schema that is none',
    withEndpoint({ response: { type: 'int' } }),
    [expect.stringContaining('endpoints.0.response: ') as unknown as string],
  ],
  [
    'two tools of one name',
    api({
      endpoints: [
        { name: 'e', method: 'GET', path: '/a' },
        { name: 'e', method: 'GET', path: '/b' },
      ],
    }),
    ['endpoints: two endpoints have the name e'],
  ],
  [
    'several faults at once',
    api({ base_url: 'x', endpoints: [{ name: 'e', method: 'GET', path: '/a b' }] }),
    [`endpoints.0.path: ${pathRule}`, 'base_url: is no URL'],
  ],
];

test.each(refusals)('%s is refused', async (_name, config, faults) => {
  expect(await faultsOf(config)).toEqual(faults);
});

test('an endpoint becomes a tool', async () => {
  const read = await readRestApi(
    withEndpoint({
      method: 'POST',
      path: '/posts/{id}',
      description: 'Changes a post.',
      parameters: {
        id: { in: 'path', type: 'integer', minimum: 1, description: 'Which post.' },
        notify: { in: 'query', type: 'boolean' },
        title: { in: 'body', type: 'string' },
        tags: { in: 'body', type: 'array', items: { type: 'string' }, default: [] },
      },
      response: { type: 'object', required: ['id'] },
    }),
    { readText },
  );
  expect(toolOf(read.endpoints[0]!)).toEqual({
    name: 'e',
    description: 'Changes a post.',
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'integer', minimum: 1, description: 'Which post.' },
        notify: { type: 'boolean', description: 'Query parameter: notify' },
        title: { type: 'string', description: 'Body field: title' },
        tags: { type: 'array', items: { type: 'string' }, default: [], description: 'Body field: tags' },
      },
      required: ['id', 'title'],
      additionalProperties: false,
    },
    outputSchema: { type: 'object', required: ['id'] },
    annotations: { readOnlyHint: false, idempotentHint: false },
  });
});

test('what is not given has the defaults', async () => {
  expect(await readRestApi(api(), { readText })).toEqual({
    name: 'api',
    baseUrl: 'https://api.test/v1',
    headers: {},
    timeoutSeconds: 30,
    maxResponseBytes: 4194304,
    endpoints: [],
  });
});
