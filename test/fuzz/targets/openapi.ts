/** OpenAPI documents, and the requests that are made from what they say. Nothing but the document is read. */
import { GatewayFailure } from '@mcpgw/failures';
import { ConfigurationError } from '@mcpgw/mcp-config';
import { readRestApi, restSource } from '@mcpgw/upstreams';
import { buildRequest } from '../../../packages/upstreams/src/rest/build-request.js';
import { yamlTokens } from '../seeds.js';
import { holds, outcome, outcomeOf, type Target } from '../target.js';

const document = {
  openapi: '3.0.3',
  info: { title: 't', version: '1' },
  servers: [{ url: 'https://{h}.test/v1', variables: { h: { default: 'api' } } }],
  paths: {
    '/pets/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: {
        operationId: 'getPet',
        parameters: [{ $ref: '#/components/parameters/limit' }],
        responses: { 200: { description: 'ok', content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } } },
      },
      post: {
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: { allOf: [{ $ref: '#/components/schemas/Pet' }, { type: 'object', nullable: true }] } },
          },
        },
        responses: { default: { description: 'x' } },
      },
    },
  },
  components: {
    parameters: {
      limit: {
        name: 'limit',
        in: 'query',
        style: 'form',
        explode: false,
        schema: { type: 'array', items: { type: 'integer', exclusiveMinimum: true, minimum: 0 } },
      },
    },
    schemas: {
      Pet: {
        type: 'object',
        properties: { name: { type: 'string', pattern: '^a+$' }, parent: { $ref: '#/components/schemas/Pet' } },
        discriminator: { propertyName: 'name' },
      },
    },
  },
};
const newer = { ...document, openapi: '3.1.0', webhooks: {}, jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema' };

export const target: Target = {
  seeds: [
    JSON.stringify(document),
    JSON.stringify(newer),
    'openapi: 3.0.0\ninfo: {title: a, version: b}\npaths:\n  /x: &p\n    get: {responses: {200: {description: d}}}\n  /y: *p\n  /z: {$ref: "#/paths/~1x"}\n',
    'openapi: 3.0.0\ninfo: {title: a, version: b}\npaths: {}\ncomponents: {schemas: {A: {$ref: "http://other.test/x.json"}, B: {$ref: "other.yaml#/x"}, C: {$ref: "#/components/schemas/C"}}}\n',
  ],
  tokens: [...yamlTokens, '"$ref":', '"#/components/schemas/Pet"', '"#/paths/~1x"', '"#"', '"file:///etc/passwd"', '"http://x.test/"', '"in":"query"', '"in":"cookie"', '"in":"header"', '"style":"deepObject"', '"schema":', '"type":', '"allOf":[', '"content":', '"application/x-www-form-urlencoded"', '"nullable":true', '{id}', '{', '}', '"get":', '"parameters":['], // biome-ignore format: one list
  share: 0.3,
  async run(input) {
    const text = input.toString('utf8');
    const read = await outcomeOf([ConfigurationError], () =>
      readRestApi({ name: 'a', openapi: { document: 'd.yaml' } }, { readText: async () => text }),
    );
    if ('error' in read) {
      const { findings } = read.error as ConfigurationError;
      return holds(findings.length > 0 && findings.every(({ message }) => message !== ''), 'a document is refused without a reason');
    }
    restSource(read.value, { env: {} });
    for (const endpoint of read.value.endpoints) {
      const values = new Map(endpoint.parameters.map(({ name }) => [name, '../..?x#y%2f' as unknown]));
      const request = outcome([GatewayFailure], () => buildRequest(read.value, endpoint, values));
      if ('value' in request)
        holds(
          new URL(request.value.url).origin === new URL(read.value.baseUrl).origin,
          'an argument changed the host of a request',
          request.value.url,
        );
    }
  },
};
