/** REST endpoints that are offered as tools: declared individually, or taken from an OpenAPI document. */

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type ParameterPlace = 'path' | 'query' | 'header' | 'body';

/** How a list or an object is written outside a JSON body: `a=1&a=2` (an object's members each), `a=1,2`, `a[key]=1`. */
export type ParameterStyle = 'repeat' | 'comma' | 'deep';

export interface RestParameter {
  /** The tool's argument. */
  readonly name: string;
  /** The name in the request. */
  readonly wireName: string;
  readonly in: ParameterPlace;
  readonly required: boolean;
  /** JSON Schema of the argument, with its description and default. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly style: ParameterStyle;
  /** The schema's default is sent where the caller leaves the argument out; in OpenAPI it only tells what the service then does. */
  readonly sendsDefault: boolean;
  /** The argument is the body itself, not a member of it. */
  readonly isWholeBody: boolean;
}

/** What an endpoint answers: JSON (checked by a schema if one is declared), text, or nothing; with `orNone` also nothing. */
export type RestResponse =
  | { readonly kind: 'json'; readonly schema?: Readonly<Record<string, unknown>>; readonly orNone?: true }
  | { readonly kind: 'text'; readonly orNone?: true }
  | { readonly kind: 'none' };

/** An endpoint of a REST API: one tool. Timeouts are in seconds. */
export interface RestEndpoint {
  /** The tool's name. */
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly method: HttpMethod;
  /** Begins with `/`; `{name}` stands for a path parameter. */
  readonly path: string;
  readonly parameters: readonly RestParameter[];
  readonly bodyType: 'json' | 'form';
  readonly response: RestResponse;
  /** Timeout of a call in seconds. Default: that of the API. */
  readonly timeoutSeconds?: number;
}

/** A secret header: its value with `${VAR}` from the environment, or a file that is read for each call. */
export type RestAuth =
  | { readonly header: string; readonly value: string }
  | { readonly header: string; readonly file: string; readonly prefix: string };

/** A REST API that was read and checked. Timeouts are in seconds. */
export interface RestApi {
  /** The source's id. */
  readonly name: string;
  /** `http` or `https`; all requests go to this host and below this path. */
  readonly baseUrl: string;
  /** Sent with each request; `${VAR}` is taken from the environment. */
  readonly headers: Readonly<Record<string, string>>;
  readonly auth?: RestAuth;
  readonly timeoutSeconds?: number;
  readonly maxResponseBytes: number;
  readonly endpoints: readonly RestEndpoint[];
}

export const restDefaults = { timeoutSeconds: 30, maxResponseBytes: 4 * 1024 * 1024 } as const;

/** Methods whose body parameters are required unless declared otherwise. */
export const bodyMethods: ReadonlySet<HttpMethod> = new Set(['POST', 'PUT', 'PATCH']);
