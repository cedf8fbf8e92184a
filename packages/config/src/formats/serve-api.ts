/** `apis` of `gateway.yaml`: REST endpoints that are tools. What a shape cannot say is checked when the gateway reads them. */
import { any, bool, int, list, map, number, oneOf, opt, type Problem, req, string, struct, text, union } from '../shape/shape.js';

const toolName = string('the name of a tool', value => {
  if (/^[A-Za-z0-9_.-]{1,128}$/.test(value)) return undefined;
  return { message: `"${value.slice(0, 128)}" is no name of a tool`, suggestion: 'use letters, digits, "-", "_" and ".", at most 128' };
});

function slashed(value: string): Problem | undefined {
  return value.startsWith('/') ? undefined : { message: `the path "${value}" must begin with "/"`, suggestion: `write "/${value}"` };
}

function httpUrl(value: string): Problem | undefined {
  if (/^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value)) return undefined;
  return { message: `"${value}" is not an http or https URL`, suggestion: 'write the whole address, such as "https://api.example.com"' };
}

const seconds = number(0, 3600);

const parameter = struct(
  'a parameter',
  {
    in: req(oneOf('path', 'query', 'header', 'body'), 'Where the request carries it'),
    type: req(oneOf('string', 'integer', 'number', 'boolean', 'array', 'object'), 'Its type; further keys are JSON Schema'),
    name: opt(text, "Its name in the request, where that is not the argument's"),
    required: opt(bool, 'Default: in the path, and in the body of POST, PUT and PATCH unless it has a default'),
    description: opt(text, 'What a model is told of it'),
    style: opt(oneOf('repeat', 'comma', 'deep'), 'How a list or object stands in a query: a=1&a=2, a=1,2 or a[key]=1'),
    whole: opt(bool, 'Whether the argument is the whole body, not a member of it'),
  },
  { open: true },
);

const endpoint = struct('an endpoint', {
  name: req(toolName, 'Name of the tool', { example: 'get_item' }),
  title: opt(text, 'Title of the tool'),
  description: opt(text, 'What a model is told of the tool'),
  method: req(oneOf('GET', 'POST', 'PUT', 'PATCH', 'DELETE'), 'HTTP method'),
  path: req(string('a path', slashed, { pattern: '^/' }), 'Path below base_url; {name} stands for a path parameter', {
    example: '/items/{id}',
  }),
  parameters: opt(map(parameter), 'Arguments of the tool by name'),
  body: opt(oneOf('json', 'form'), 'How body parameters are written', { default: 'json' }),
  response: opt(union(oneOf('text', 'none'), map(any)), 'A JSON Schema of the answer, text, or none; any JSON where nothing is said'),
  timeout: opt(seconds, 'Seconds for a call'),
});

const auth = struct(
  'auth of an API',
  {
    header: req(text, 'Header that carries the secret', { example: 'Authorization' }),
    value: opt(text, 'Its value, with ${NAME} from the environment', { example: 'Bearer ${TOKEN}' }),
    file: opt(text, 'A file that holds the secret; read for each call'),
    prefix: opt(text, 'What stands before what the file holds', { example: 'Bearer ' }),
  },
  { choices: [{ keys: ['value', 'file'], need: 'one' }] },
);

const openapi = struct('an OpenAPI document', {
  document: req(text, 'File of an OpenAPI 3.0 or 3.1 document, JSON or YAML', { example: 'openapi.yaml' }),
  include: opt(list(text), 'Only these operations, by the names of their tools'),
  exclude: opt(list(text), 'Not these operations'),
});

/** One entry of `apis`. */
export const serveApi = struct('a REST API', {
  name: req(text, 'Id of these tools beside the servers', { example: 'shop' }),
  base_url: opt(string('an http or https URL', httpUrl, { pattern: '^https?://' }), 'Every request goes to this host, below this path'),
  headers: opt(map(text), 'Headers sent with every request; ${NAME} is taken from the environment'),
  auth: opt(auth, 'The secret header'),
  timeout: opt(seconds, 'Seconds for a call', { default: 30 }),
  max_response_bytes: opt(int(1, 67_108_864), 'Largest answer', { default: 4_194_304 }),
  endpoints: opt(list(endpoint), 'Endpoints that are tools'),
  openapi: opt(openapi, 'Operations of a document that are tools'),
});
