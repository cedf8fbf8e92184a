/** The form of a REST API in the configuration, as JSON Schema 2020-12. What it cannot say, `read-api.ts` checks. */

const text = { type: 'string', minLength: 1 } as const;
const seconds = { type: 'number', exclusiveMinimum: 0, maximum: 3600 } as const;
const header = { type: 'string', pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$" } as const;

const parameter = {
  type: 'object',
  description:
    'An argument of the tool. Members besides these are JSON Schema of the argument (enum, items, properties, minimum, default, ...).',
  required: ['in', 'type'],
  properties: {
    in: { enum: ['path', 'query', 'header', 'body'], description: 'Where the request carries it.' },
    type: { enum: ['string', 'integer', 'number', 'boolean', 'array', 'object'] },
    name: { ...text, description: "Its name in the request, where that is not the argument's." },
    required: {
      type: 'boolean',
      description: 'Default: true in the path, true in the body of POST, PUT and PATCH unless it has a default, else false.',
    },
    description: { type: 'string' },
    style: { enum: ['repeat', 'comma', 'deep'], description: 'How a list or object stands in a query: a=1&a=2, a=1,2 or a[key]=1.' },
    whole: { type: 'boolean', description: 'The argument is the whole body, not a member of it.' },
  },
} as const;

const endpoint = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'method', 'path'],
  properties: {
    name: { type: 'string', pattern: '^[A-Za-z0-9_.-]{1,128}$', description: "The tool's name." },
    title: { type: 'string' },
    description: { type: 'string' },
    method: { enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
    path: { type: 'string', pattern: '^/', description: 'Below base_url; {name} stands for a path parameter.' },
    parameters: { type: 'object', additionalProperties: parameter },
    body: { enum: ['json', 'form'], description: 'How body parameters are written. Default json.' },
    response: {
      description: 'A JSON Schema of the answer, text, or none for an endpoint that answers nothing. Not given: any JSON.',
      anyOf: [{ enum: ['text', 'none'] }, { type: 'object' }],
    },
    timeout: { ...seconds, description: 'Seconds for a call.' },
  },
} as const;

export const restApiSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: {
    name: { ...text, description: 'The id of these tools beside the servers.' },
    base_url: { ...text, description: 'http or https; every request goes to this host, below this path.' },
    headers: {
      type: 'object',
      propertyNames: header,
      additionalProperties: { type: 'string' },
      description: '${VAR} is taken from the environment.',
    },
    auth: {
      type: 'object',
      additionalProperties: false,
      required: ['header'],
      properties: {
        header,
        value: { ...text, description: 'With ${VAR} from the environment: "Bearer ${TOKEN}".' },
        file: { ...text, description: 'A file that holds the secret; read for each call.' },
        prefix: { type: 'string', description: 'Stands before what the file holds: "Bearer ".' },
      },
      oneOf: [{ required: ['value'] }, { required: ['file'] }],
    },
    timeout: { ...seconds, description: 'Seconds for a call; default 30.' },
    max_response_bytes: { type: 'integer', minimum: 1, maximum: 67108864, description: 'Default 4194304.' },
    endpoints: { type: 'array', items: endpoint },
    openapi: {
      type: 'object',
      additionalProperties: false,
      required: ['document'],
      properties: {
        document: { ...text, description: 'The file of an OpenAPI 3.0 or 3.1 document, JSON or YAML.' },
        include: { type: 'array', items: text, description: 'Only these operations, by the names of their tools.' },
        exclude: { type: 'array', items: text },
      },
    },
  },
} as const;

interface ParameterConfig {
  readonly in: 'path' | 'query' | 'header' | 'body';
  readonly type: string;
  readonly name?: string;
  readonly required?: boolean;
  readonly style?: 'repeat' | 'comma' | 'deep';
  readonly whole?: boolean;
  readonly [keyword: string]: unknown;
}

export interface EndpointConfig {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly parameters?: Readonly<Record<string, ParameterConfig>>;
  readonly body?: 'json' | 'form';
  readonly response?: 'text' | 'none' | Readonly<Record<string, unknown>>;
  readonly timeout?: number;
}

/** A REST API as the configuration file holds it. */
export interface RestApiConfig {
  readonly name: string;
  readonly base_url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly auth?: { readonly header: string; readonly value?: string; readonly file?: string; readonly prefix?: string };
  readonly timeout?: number;
  readonly max_response_bytes?: number;
  readonly endpoints?: readonly EndpointConfig[];
  readonly openapi?: { readonly document: string; readonly include?: readonly string[]; readonly exclude?: readonly string[] };
}
