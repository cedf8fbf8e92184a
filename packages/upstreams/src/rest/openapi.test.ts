import { ConfigurationError } from '@mcpgw/mcp-config';
import type { RestApi } from './endpoint.js';
import { toolOf } from './input-schema.js';
import { readRestApi } from './read-api.js';

const config = (more: object = {}) => ({ name: 'api', openapi: { document: 'api.yaml', ...more } });
const read = (document: string, more: object = {}): Promise<RestApi> =>
  readRestApi(config(more), { readText: file => Promise.resolve(file === 'api.yaml' ? document : '') });

async function faultsOf(document: string, more: object = {}): Promise<string[]> {
  const error = await read(document, more).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ConfigurationError);
  return (error as ConfigurationError).findings.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

const head = (version: string) => `
openapi: ${version}
info: {title: Shop, version: "1"}
servers: [{url: "https://{region}.shop.test/v2", variables: {region: {default: eu}}}]
`;

const shop = `${head('3.0.3')}
paths:
  /orders/{orderId}:
    parameters:
      - {name: orderId, in: path, required: true, schema: {type: integer, format: int64}}
    get:
      operationId: getOrder
      summary: One order.
      parameters:
        - {name: expand, in: query, explode: false, schema: {type: array, items: {type: string}}}
        - {name: X-Tenant, in: header, required: true, schema: {type: string}}
        - {name: Authorization, in: header, required: true, schema: {type: string}}
        - {name: theme, in: cookie, schema: {type: string}}
      responses:
        "200": {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/Order"}}}}
        "404": {description: none}
    delete:
      responses: {"204": {description: gone}}
  /orders:
    post:
      operationId: create order!
      description: Makes an order.
      requestBody:
        required: true
        content:
          application/json:
            schema: {$ref: "#/components/schemas/NewOrder"}
      responses:
        "201": {description: made, content: {application/json; charset=utf-8: {schema: {$ref: "#/components/schemas/Order"}}}}
        "204": {description: known}
  /notes:
    put:
      requestBody: {content: {application/json: {schema: {type: array, items: {type: string}}}}}
      responses: {"200": {description: ok, content: {text/plain: {schema: {type: string}}}}}
components:
  schemas:
    NewOrder:
      type: object
      required: [item]
      properties:
        item: {type: string, xml: {name: i}}
        orderId: {type: string, readOnly: true}
        note: {type: string, nullable: true, enum: [a, b]}
        size: {type: number, minimum: 0, exclusiveMinimum: true}
    Order:
      type: object
      required: [id]
      properties:
        id: {type: integer}
        parent: {$ref: "#/components/schemas/Order"}
`;

test('operations become endpoints', async () => {
  const api = await read(shop);
  expect(api.baseUrl).toBe('https://eu.shop.test/v2');
  expect(api.endpoints.map(({ name, method, path, response }) => [name, method, path, response.kind])).toEqual([
    ['getOrder', 'GET', '/orders/{orderId}', 'json'],
    ['delete_orders_orderId', 'DELETE', '/orders/{orderId}', 'none'],
    ['create_order', 'POST', '/orders', 'json'],
    ['put_notes', 'PUT', '/notes', 'text'],
  ]);
});

test('parameters: of the path item too, headers that OpenAPI ignores left out, optional cookies left out', async () => {
  const [order] = (await read(shop)).endpoints;
  expect(order!.parameters.map(({ name, in: place, required, style }) => [name, place, required, style])).toEqual([
    ['orderId', 'path', true, 'comma'],
    ['expand', 'query', false, 'comma'],
    ['X-Tenant', 'header', true, 'comma'],
  ]);
});

test('schemas stand alone, recursive ones too', async () => {
  const [order] = (await read(shop)).endpoints;
  const schema = { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, parent: { $ref: '#/$defs/Order' } } };
  expect(toolOf(order!).outputSchema).toEqual({ ...schema, $defs: { Order: schema } });
});

test('a plain object as body becomes arguments, in the words of JSON Schema', async () => {
  const api = await read(shop);
  expect(toolOf(api.endpoints[2]!).inputSchema).toEqual({
    type: 'object',
    properties: {
      item: { type: 'string', description: 'Body field: item' },
      note: { type: ['string', 'null'], enum: ['a', 'b', null], description: 'Body field: note' },
      size: { type: 'number', exclusiveMinimum: 0, description: 'Body field: size' },
    },
    required: ['item'],
    additionalProperties: false,
  });
  expect(api.endpoints[2]!.response).toMatchObject({ kind: 'json', orNone: true });
});

test('another body is one argument', async () => {
  const notes = (await read(shop)).endpoints[3]!;
  expect(notes.parameters).toMatchObject([{ name: 'body', isWholeBody: true, required: false, schema: { type: 'array' } }]);
});

test('include and exclude choose by the names of the tools', async () => {
  const names = async (more: object) => (await read(shop, more)).endpoints.map(endpoint => endpoint.name);
  expect(await names({ include: ['getOrder'] })).toEqual(['getOrder']);
  expect(await names({ exclude: ['getOrder', 'create_order'] })).toEqual(['delete_orders_orderId', 'put_notes']);
  expect(await faultsOf(shop, { include: ['getOrders'] })).toEqual(['openapi.include.0: the document has no operation "getOrders"']);
});

const operation = (text: string, version = '3.1.0') => `${head(version)}
paths:
  /a:
    post:
      operationId: a
${text.replace(/^/gm, '      ')}
`;
const ok = 'responses: {"200": {description: ok}}';

test('arguments of one name in several places are told apart', async () => {
  const api = await read(
    operation(`parameters: [{name: id, in: query, schema: {type: string}}, {name: id, in: header, schema: {type: string}}]\n${ok}`),
  );
  expect(api.endpoints[0]!.parameters.map(({ name, wireName }) => [name, wireName])).toEqual([
    ['id_query', 'id'],
    ['id_header', 'id'],
  ]);
});

const refusals: [string, string, (string | RegExp)[]][] = [
  ['no YAML', '{a: [', [/^openapi\.document: the document is neither JSON nor YAML: /]],
  ['no object', '5', ['openapi.document: the document is not an OpenAPI document']],
  ['Swagger 2', 'swagger: "2.0"', ['openapi.document: "openapi" of the document is not 3.0.x or 3.1.x']],
  [
    'aliases that multiply',
    `a: &a [1,2,3,4,5,6,7,8,9]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c,*c]`,
    [/neither JSON nor YAML: Excessive alias count/],
  ],
  ['nesting beyond the stack', '{a: '.repeat(5000), ['openapi.document: the document is nested too deeply']],
  ['an alias that contains itself', 'a: &a [*a]', [/neither JSON nor YAML: /]],
  ['a schema that is none', operation(`parameters: [{name: a, in: nowhere, schema: {type: string}}]\n${ok}`), [/^openapi\.document: /]],
  [
    'a reference to a file',
    operation(`requestBody: {$ref: "other.yaml#/x"}\n${ok}`),
    ['openapi.document: the document refers outside of itself: other.yaml#/x'],
  ],
  [
    'a reference to the network',
    operation(`requestBody: {$ref: "http://127.0.0.1:1/x"}\n${ok}`),
    ['openapi.document: the document refers outside of itself: http://127.0.0.1:1/x'],
  ],
  [
    'a required cookie',
    operation(`parameters: [{name: s, in: cookie, required: true, schema: {type: string}}]\n${ok}`),
    ['openapi.document: operation a: parameters in cookies are not supported'],
  ],
  [
    'a file as body',
    operation(`requestBody: {content: {multipart/form-data: {schema: {type: object}}}}\n${ok}`),
    ['openapi.document: operation a: a body of multipart/form-data is not supported'],
  ],
  [
    'an image as answer',
    operation('responses: {"200": {description: ok, content: {image/png: {}}}}'),
    ['openapi.document: operation a: an answer of image/png is not supported'],
  ],
  [
    'lists by pipes',
    operation(`parameters: [{name: l, in: query, style: pipeDelimited, schema: {type: array, items: {}}}]\n${ok}`),
    ['openapi.document: operation a: the style pipeDelimited of a parameter is not supported'],
  ],
];

test.each(refusals)('%s is refused', async (_name, document, faults) => {
  const found = await faultsOf(document);
  expect(found).toHaveLength(faults.length);
  for (const [index, fault] of faults.entries()) {
    if (typeof fault === 'string') expect(found[index]).toBe(fault);
    else expect(found[index]).toMatch(fault);
  }
});
