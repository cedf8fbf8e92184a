import { isIP } from 'node:net';
import { checkCel, type Problem, type StringShape, string } from '@mcpgw/structure';
import { RE2JS } from 're2js';
import { checkDuration } from './duration.js';
import { parseUri } from './uri.js';

/** A duration such as `10s`. */
export const duration: StringShape = string('a duration such as "10s"', checkDuration, {
  pattern: '^[-+]?(0|(([0-9]+\\.?[0-9]*|\\.[0-9]+)(ns|us|ms|s|m|h))+)$',
});

/** A CEL expression. */
export const cel: StringShape = string('a CEL expression', text => {
  const error = checkCel(text);
  if (error === undefined) return undefined;
  const where = text.length > 40 ? ` (at character ${error.at + 1})` : '';
  return { rule: 'cel-syntax', message: `not a CEL expression: ${error.message}${where}`, suggestion: celAdvice(text, error.message) };
});

/** A CEL expression, or blank text for no expression. */
export const celOrBlank: StringShape = string('a CEL expression', text => (text.trim() === '' ? undefined : cel.check!(text)));

function celAdvice(text: string, problem: string): string {
  if (text.trim() === '') return 'write an expression, or remove the field';
  if (/^[\w .,:/-]+$/.test(text) && !problem.startsWith('"="'))
    return `text is written as a CEL string, in its own quotes: '${JSON.stringify(text)}'`;
  return 'correct the expression at the place that is named';
}

/** A regular expression of Rust's regex crate; like RE2, without look-around and back references. */
export const regex: StringShape = string(
  'a regular expression',
  text => {
    const problem = regexProblem(text);
    return problem === undefined
      ? undefined
      : {
          rule: 'regex-syntax',
          message: `not a regular expression: ${problem}`,
          suggestion: 'the syntax is that of RE2: no look-around, no back references',
        };
  },
  { format: 'regex' },
);

/** Why a text is no regular expression of the proxy; undefined if it is one. */
export function regexProblem(text: string): string | undefined {
  try {
    RE2JS.compile(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function portProblem(port: string, text: string): Problem | undefined {
  const number = /^\+?\d+$/.test(port) ? Number(port) : Number.NaN;
  if (number >= 0 && number <= 65535) return undefined;
  return { message: `"${port}" in "${text}" is not a port`, suggestion: 'a port is a number from 0 to 65535' };
}

function withPort(text: string): string {
  if (/^\d{1,5}$/.test(text)) return `localhost:${text}`;
  const isHost = /^[a-z][a-z0-9_.-]*$/i.test(text) && text !== 'true' && text !== 'false';
  return `${isHost ? text : 'localhost'}:8080`;
}

function checkHostPort(text: string): Problem | undefined {
  if (text.startsWith('unix:')) return undefined;
  const colon = text.indexOf(':');
  if (colon < 0) return { message: `"${text}" has no port`, suggestion: `write host:port, such as "${withPort(text)}"` };
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text))
    return { message: `"${text}" is a URL; host:port is expected here`, suggestion: 'leave scheme and path out, such as "localhost:8080"' };
  return portProblem(text.slice(colon + 1), text);
}

/** `host:port`. */
export const hostPort: StringShape = string('host:port', checkHostPort, { pattern: '^(unix:.*|[^:]*:\\+?[0-9]+)$' });

/** `host:port` or a URL of scheme http or https without a path (policy targets from v1.4). */
export const hostPortOrUrl: StringShape = string('host:port or an http(s) URL', text => {
  const plain = checkHostPort(text);
  if (plain === undefined || !/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return plain;
  const uri = parseUri(text);
  if ('problem' in uri) return { message: `"${text}" is not a URL: ${uri.problem}` };
  if (uri.scheme !== 'http' && uri.scheme !== 'https') return { message: `"${text}" is not an http or https URL` };
  return uri.path === '/'
    ? undefined
    : { message: `"${text}" has a path; only scheme, host and port count here`, suggestion: 'remove the path' };
});

/** The address of an MCP server: a URL, or a host with or without port. */
export const mcpUrl: StringShape = string('a URL such as "http://localhost:3001/mcp"', text => {
  const uri = parseUri(text);
  if ('problem' in uri)
    return {
      message: `"${text}" is not a URL: ${uri.problem}`,
      suggestion: 'write scheme, host, port and path: "http://localhost:3001/mcp"',
    };
  if (uri.host === undefined)
    return { message: `"${text}" has no host`, suggestion: 'write scheme, host, port and path: "http://localhost:3001/mcp"' };
  if (uri.scheme !== undefined && uri.scheme !== 'http' && uri.scheme !== 'https')
    return { message: `the scheme "${uri.scheme}" is not known here`, suggestion: 'use http or https' };
  return undefined;
});

/** The scheme of a URL. */
export const urlScheme: StringShape = string('a scheme', text =>
  /^[A-Za-z0-9+.-]{0,64}$/.test(text) ? undefined : { message: `"${text}" is not a scheme of a URL`, suggestion: 'use http or https' },
);

/** The name of an HTTP header. */
export const headerName: StringShape = string('a header name', text => headerProblem(text), { pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$" });

export function headerProblem(text: string): Problem | undefined {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text)
    ? undefined
    : { message: `"${text}" is not a name of an HTTP header`, suggestion: 'letters, digits and "-"' };
}

/** An HTTP method, regardless of case. */
export const httpMethod: StringShape = string('an HTTP method', text =>
  /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text)
    ? undefined
    : { message: `"${text}" is not an HTTP method`, suggestion: 'write a word such as "GET", or "*" for all' },
);

const pseudoHeaders = [':method', ':scheme', ':authority', ':path', ':status'];

/** The name of a header or of a pseudo-header such as `:path`. */
export const headerOrPseudo: StringShape = string('a header name', text =>
  pseudoHeaders.includes(text) ? undefined : headerProblem(text),
);

/** `namespace/hostname`. */
export const namespacedHostname: StringShape = string('namespace/hostname', text =>
  text.includes('/')
    ? undefined
    : { message: `"${text}" is not of the form namespace/hostname`, suggestion: 'write the namespace first, then "/" and the hostname' },
);

/** A name that a certificate can contain: a DNS name or an IP address. */
export const dnsName: StringShape = string('a hostname', text => {
  const label = /^[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?$/;
  const labels = text.replace(/\.$/, '').split('.');
  const isName = text.length <= 253 && labels.every(part => label.test(part));
  return isName || isIP(text) !== 0 ? undefined : { message: `"${text}" is not a hostname` };
});

/** CEL in which a bare duration such as `60s` is a literal. */
export const celDuration: StringShape = string('a duration or a CEL expression', text =>
  checkDuration(text) === undefined ? undefined : cel.check!(text),
);

/** The number of threads: a count, or a percentage of the processors such as `50%`. */
export const workerThreads: StringShape = string('a number of threads', text => {
  const percent = /^(\d+\.?\d*)%$/.exec(text);
  const fits = percent === null ? /^\+?\d{1,18}$/.test(text) : Number(percent[1]) > 0 && Number(percent[1]) <= 100;
  return fits
    ? undefined
    : { message: `"${text}" is not a number of threads`, suggestion: 'write a count such as "4", or a share such as "50%"' };
});

/** The address of the trace collector, v1.0 and v1.1: `host:port`, with or without `http://` or `https://`. */
export const otlpHostPort: StringShape = string('the address of a collector', text => checkHostPort(text.replace(/^https?:\/\//, '')));

/** The address of the trace collector, v1.2 and v1.3: a URL of which the proxy uses scheme, host and port, or `host:port`. */
export const otlpAuthority: StringShape = string('the address of a collector', text => {
  const read = parseUri(text);
  if ('problem' in read) return { message: `"${text}" is not a URL: ${read.problem}` };
  const rest = text.replace(/^(?:https?|grpc):\/\//, '');
  return rest.includes('://') ? schemeProblem(read.scheme) : checkHostPort(rest.split(/[/?#]/, 1)[0]!);
});

/** The address of the trace collector from v1.4: a URL with the scheme http, https or grpc, or a host with or without a port. */
export const otlpEndpoint: StringShape = string('the address of a collector', text => {
  const read = parseUri(text);
  if ('problem' in read) return { message: `"${text}" is not a URL: ${read.problem}` };
  return read.scheme === undefined || ['http', 'https', 'grpc'].includes(read.scheme) ? undefined : schemeProblem(read.scheme);
});

const schemeProblem = (scheme: string | undefined): Problem => ({
  message: `the scheme "${scheme}" is not known here`,
  suggestion: 'use "http", "https" or "grpc"',
});

/** The ARN of a Bedrock AgentCore runtime. */
export const agentCoreArn: StringShape = string('the ARN of a runtime', text =>
  /^[^:]*:[^:]*:bedrock-agentcore:[^:]*:[^:]*:/.test(text)
    ? undefined
    : { message: `"${text}" is not an ARN of a runtime`, suggestion: 'write arn:aws:bedrock-agentcore:REGION:ACCOUNT:runtime/ID' },
);

/** The address of one of the proxy's own listeners from v1.3: `ip:port`, `localhost:port`, `unix:/path`, or `off`. */
export const listenAddress: StringShape = string('ip:port, unix:/path or off', text => {
  if (text === 'off' || /^unix:.*\S/.test(text)) return undefined;
  return text.startsWith('unix:')
    ? { message: `"${text}" does not name a socket`, suggestion: 'write the path of the socket, such as "unix:/run/admin.sock"' }
    : socketAddress.check!(text);
});

/** The address of one of the proxy's own listeners: `ip:port` or `localhost:port`. */
export const socketAddress: StringShape = string('ip:port', text => {
  const colon = text.lastIndexOf(':');
  const host = text.slice(0, Math.max(0, colon));
  const isHost = host === 'localhost' || isIP(host) === 4 || (/^\[.*\]$/.test(host) && isIP(host.slice(1, -1)) === 6);
  if (!isHost) return { message: `"${text}" is not an address`, suggestion: 'write ip:port, such as "127.0.0.1:15000" or "[::]:15000"' };
  return portProblem(text.slice(colon + 1), text);
});
