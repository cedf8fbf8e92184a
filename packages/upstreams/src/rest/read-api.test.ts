import { ConfigurationError } from '@mcpgw/mcp-config';
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
  return (error as ConfigurationError).findings.map(({ path, message, suggestion = '' }) => `${path.join('.')}: ${message}; ${suggestion}`);
}

const refusals: [string, unknown, string[]][] = [
  ['no object', [], [': expected a mapping (a REST API), found a list; write the fields of it, such as name: "shop"']],
  [
    'no name, an unknown key',
    { base_url: 'http://x', colour: 1 },
    [
      'colour: unknown field "colour" in a REST API; known here: "name", "base_url", "headers", "auth", "timeout", "max_response_bytes", "endpoints" and "openapi"',
      ': the field "name" is missing in a REST API; add "name": Id of these tools beside the servers, such as "shop"',
    ],
  ],
  ['no URL', { name: 'a' }, ['base_url: the API has no "base_url"; add one, such as "base_url: https://api.example.com/v1"']],
  [
    'a URL that is none',
    api({ base_url: 'api.test' }),
    ['base_url: "api.test" is not an http or https URL; write the whole address, such as "https://api.example.com"'],
  ],
  [
    'another scheme',
    api({ base_url: 'file:///etc' }),
    ['base_url: "file:///etc" is not an http or https URL; write the whole address, such as "https://api.example.com"'],
  ],
  [
    'a password in the URL',
    api({ base_url: 'http://u:p@x' }),
    ['base_url: the address of the API contains a user name or a password; remove them, and send them with "auth"'],
  ],
  [
    'a query in the URL',
    api({ base_url: 'http://x/?k=1' }),
    [
      'base_url: the address of the API has a query or a fragment; end it before "?" or "#"; a fixed query can be a parameter with a default',
    ],
  ],
  [
    'a header name with a line break',
    api({ headers: { 'a\nb': 'x' } }),
    ['headers.a\nb: "a b" is not a name of an HTTP header; use letters, digits and "-", such as "X-Api-Key"'],
  ],
  [
    'auth with value and file',
    api({ auth: { header: 'X', value: 'a', file: 'b' } }),
    ['auth.file: only one of "value" and "file" may be set in auth of an API; keep one of them'],
  ],
  ['a timeout of nothing', api({ timeout: 0 }), ['timeout: 0 is out of range: from 0.001 to 3600; write a number from 0.001 to 3600']],
  [
    'a tool name with a space',
    withEndpoint({ name: 'a b' }),
    ['endpoints.0.name: "a b" is not a name of a tool; use letters, digits, "-", "_" and ".", at most 128'],
  ],
  [
    'an unknown method',
    withEndpoint({ method: 'TRACE' }),
    ['endpoints.0.method: "TRACE" is not one of the known values; one of "GET", "POST", "PUT", "PATCH" and "DELETE"'],
  ],
  [
    'a path that climbs',
    withEndpoint({ path: '/a/../b' }),
    [
      'endpoints.0.path: the path "/a/../b" is not one that URLs keep as it is; use no spaces, no "\\" and no segments "." or ".."; percent-encode other characters',
    ],
  ],
  [
    'a path that climbs in disguise',
    withEndpoint({ path: '/a/%2e%2e/b' }),
    [
      'endpoints.0.path: the path "/a/%2e%2e/b" is not one that URLs keep as it is; use no spaces, no "\\" and no segments "." or ".."; percent-encode other characters',
    ],
  ],
  [
    'a path that is another host',
    withEndpoint({ path: '/\\evil.test' }),
    [
      'endpoints.0.path: the path "/\\evil.test" is not one that URLs keep as it is; use no spaces, no "\\" and no segments "." or ".."; percent-encode other characters',
    ],
  ],
  [
    'a query in the path',
    withEndpoint({ path: '/a?b=1' }),
    [
      'endpoints.0.path: the path "/a?b=1" is not one that URLs keep as it is; end the path before "?" or "#"; what a caller chooses is a parameter with "in: query"',
    ],
  ],
  [
    'placeholders that are not declared, parameters that stand nowhere',
    withEndpoint({ path: '/e/{a}', parameters: { b: { in: 'path', type: 'string' } } }),
    [
      'endpoints.0.path: the path names {a}, which is not a declared path parameter; add "a: {in: path, type: string}" to "parameters"',
      'endpoints.0.parameters.b: the path parameter "b" does not stand in the path; write {b} in the path',
    ],
  ],
  [
    'an optional path parameter',
    withEndpoint({ path: '/e/{a}', parameters: { a: { in: 'path', type: 'string', required: false } } }),
    ['endpoints.0.parameters.a: a path parameter is always required; remove "required: false"'],
  ],
  [
    'a type that JSON has not',
    withEndpoint({ parameters: { a: { in: 'query', type: 'date' } } }),
    [
      'endpoints.0.parameters.a.type: "date" is not one of the known values; one of "string", "integer", "number", "boolean", "array" and "object"',
    ],
  ],
  [
    'a body in a GET',
    withEndpoint({ parameters: { a: { in: 'body', type: 'string' } } }),
    ['endpoints.0.parameters.a: a GET request has no body; write "in: query", or another method'],
  ],
  [
    'a header that HTTP decides',
    withEndpoint({ parameters: { Host: { in: 'header', type: 'string' } } }),
    [
      'endpoints.0.parameters.Host: the header Host is not for arguments to set: HTTP or the gateway decides it; remove the parameter, or give it the name of another header',
    ],
  ],
  [
    'a header that the configuration sets',
    api({
      auth: { header: 'X-Key', value: '${K}' },
      endpoints: [{ name: 'e', method: 'GET', path: '/e', parameters: { 'x-key': { in: 'header', type: 'string' } } }],
    }),
    [
      'endpoints.0.parameters.x-key: the header x-key is set by "headers" or "auth" of the API; remove the parameter, or give it the name of another header',
    ],
  ],
  [
    'a default of another type',
    withEndpoint({ parameters: { a: { in: 'query', type: 'integer', default: 'x' } } }),
    [
      'endpoints.0.parameters.a.default: the default does not fit its parameter: got string, want integer; write a value that the parameter takes',
    ],
  ],
  [
    'a pattern with look-around',
    withEndpoint({ parameters: { a: { in: 'query', type: 'string', pattern: '(?=x)' } } }),
    [
      "endpoints.0.parameters.a.pattern: the schema of the parameter cannot be used: pattern: '(?=x)' is not valid regex: error parsing regexp: invalid or unsupported Perl syntax: `(?=`; write it in the syntax of RE2, which has no look-around and no back-references",
    ],
  ],
  [
    'a whole body beside members',
    withEndpoint({ method: 'POST', parameters: { a: { in: 'body', type: 'array', whole: true }, b: { in: 'body', type: 'string' } } }),
    ['endpoints.0.parameters.b: "a" is the whole body, so that "b" has no place in it; remove one of the two, or "whole: true"'],
  ],
  [
    'a whole body as a form',
    withEndpoint({ method: 'POST', body: 'form', parameters: { a: { in: 'body', type: 'array', whole: true } } }),
    ['endpoints.0.body: a whole body is JSON, not a form; remove "body: form"'],
  ],
  [
    'one part of the request twice',
    withEndpoint({ parameters: { a: { in: 'header', type: 'string', name: 'X-A' }, b: { in: 'header', type: 'string', name: 'x-a' } } }),
    [
      'endpoints.0.parameters.b: "a" and "b" are the same part of the request: x-a in its header; remove one of the two, or give them different "name"s',
    ],
  ],
  [
    'a response schema that is none',
    withEndpoint({ response: { type: 'int' } }),
    [
      "endpoints.0.response.type: the schema of the answer cannot be used: type: value must be one of 'array', 'boolean', 'integer', 'null', 'number', 'object', 'string'; write string, integer, number, boolean, array, object or null",
    ],
  ],
  [
    'two tools of one name',
    api({
      endpoints: [
        { name: 'e', method: 'GET', path: '/a' },
        { name: 'e', method: 'GET', path: '/b' },
      ],
    }),
    ['endpoints.1.name: two endpoints have the name "e"; give each endpoint its own name'],
  ],
  [
    'several faults at once',
    api({ base_url: 'http://x?', endpoints: [{ name: 'e', method: 'GET', path: '/a b' }] }),
    [
      'endpoints.0.path: the path "/a b" is not one that URLs keep as it is; use no spaces, no "\\" and no segments "." or ".."; percent-encode other characters',
      'base_url: the address of the API has a query or a fragment; end it before "?" or "#"; a fixed query can be a parameter with a default',
    ],
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
    maxResponseBytes: 4194304,
    endpoints: [],
  });
});
