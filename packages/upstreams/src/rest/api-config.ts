/** A REST API as the configuration file holds it; `checkServeApi` of the package config checks its form. */

interface ParameterConfig {
  readonly in: 'path' | 'query' | 'header' | 'body';
  readonly type: string;
  readonly name?: string;
  readonly required?: boolean;
  readonly style?: 'repeat' | 'comma' | 'deep';
  readonly whole?: boolean;
  readonly [keyword: string]: unknown;
}

/** An endpoint of a REST API as the configuration file holds it. `timeout` is in seconds. */
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
