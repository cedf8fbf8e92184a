/**
 * The shape of `apis` of `gateway.yaml`: REST endpoints that are tools. The gateway's REST source checks what a shape cannot express:
 * placeholders, schemas and OpenAPI documents.
 */
import { any, anyText, bool, def, int, list, map, number, oneOf, req, struct, union } from '@mcpgw/structure';
import { addressNameSchema } from './address-name.js';
import { addressSchema, headerNameSchema } from './http.js';
import { textOfKind } from './text-kinds.js';
import { headerValue } from './texts.js';

const toolName = textOfKind('tool-name', { pattern: '^[A-Za-z0-9_.-]{1,128}$' });

/** The schema of a base URL, in which placeholders are not allowed. */
const baseUrlSchema = { ...addressSchema, pattern: '^[hH][tT][tT][pP][sS]?://[^\\s/]' };

const seconds = number(0.001, 3600);

const filled = textOfKind('filled', { minLength: 1 });
const headerName = { ...headerNameSchema, 'x-mcpgw': { text: 'header-name' } };
const apiName = textOfKind('api-name', addressNameSchema);

const parameter = struct(
  'a parameter',
  {
    in: req(oneOf('path', 'query', 'header', 'body'), 'Where the request carries it'),
    type: req(oneOf('string', 'integer', 'number', 'boolean', 'array', 'object'), 'Its type; further keys are JSON Schema'),
    name: def(filled, "Its name in the request, where that is not the argument's"),
    required: def(bool, 'Default: in the path, and in the body of POST, PUT and PATCH unless it has a default'),
    description: def(anyText, 'What a model is told of it'),
    style: def(oneOf('repeat', 'comma', 'deep'), 'How a list or object stands in a query: a=1&a=2, a=1,2 or a[key]=1'),
    whole: def(bool, 'Whether the argument is the whole body, not a member of it'),
  },
  { open: true },
);

const endpoint = struct('an endpoint', {
  name: req(toolName, 'Name of the tool', { example: 'get_item' }),
  title: def(anyText, 'Title of the tool'),
  description: def(anyText, 'What a model is told of the tool'),
  method: req(oneOf('GET', 'POST', 'PUT', 'PATCH', 'DELETE'), 'HTTP method'),
  path: req(textOfKind('path', { pattern: '^/' }), 'Path below base_url; {name} stands for a path parameter', {
    example: '/items/{id}',
  }),
  parameters: def(map(parameter), 'Arguments of the tool by name'),
  body: def(oneOf('json', 'form'), 'How body parameters are written', { default: 'json' }),
  response: def(union(oneOf('text', 'none'), map(any)), 'A JSON Schema of the answer, text, or none; any JSON where nothing is said'),
  timeout: def(seconds, 'Seconds for a call'),
});

const auth = struct(
  'auth of an API',
  {
    header: req(textOfKind('header-name', headerNameSchema), 'Header that carries the secret', {
      example: 'Authorization',
    }),
    value: def(filled, 'Its value, with ${NAME} from the environment', { example: 'Bearer ${TOKEN}' }),
    file: def(filled, 'A file that holds the secret; read for each call'),
    prefix: def(anyText, 'What stands before what the file holds', { example: 'Bearer ' }),
  },
  { choices: [{ keys: ['value', 'file'], need: 'one' }] },
);

const openapi = struct('an OpenAPI document', {
  document: req(filled, 'File of an OpenAPI 3.0 or 3.1 document, JSON or YAML', { example: 'openapi.yaml' }),
  include: def(list(filled), 'Only these operations, by the names of their tools'),
  exclude: def(list(filled), 'Not these operations'),
});

/** One entry of `apis`. */
export const serveApi = struct('a REST API', {
  name: req(apiName, 'Id of these tools beside the servers', { example: 'shop' }),
  base_url: def(textOfKind('api-url', baseUrlSchema), 'Every request goes to this host, below this path'),
  headers: def(
    map(textOfKind('api-header-value', headerValue('apis').schema), { keySchema: headerName }),
    'Headers sent with every request; ${NAME} is taken from the environment',
  ),
  auth: def(auth, 'The secret header'),
  timeout: def(seconds, 'Seconds for a call', { default: 30 }),
  max_response_bytes: def(int(1, 67_108_864), 'Largest answer', { default: 4_194_304 }),
  endpoints: def(list(endpoint), 'Endpoints that are tools'),
  openapi: def(openapi, 'Operations of a document that are tools'),
});
