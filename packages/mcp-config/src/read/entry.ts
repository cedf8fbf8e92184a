import { addressProblem } from '../formats/http.js';
import type { Transport } from '../formats/transport.js';
import type { EntryReader } from './entry-reader.js';
import type { Connection, ServerEntry, ServerLogin } from './server-config.js';

/** The defaults of an entry: enabled, not quarantined, with manual approval. */
export function policyOf(reader: EntryReader): Pick<ServerEntry, 'name' | 'enabled' | 'quarantined' | 'trustMode' | 'path' | 'span'> {
  return { name: reader.name, enabled: true, quarantined: false, trustMode: 'manual', path: reader.path, span: reader.node.span };
}

/** The fields of an entry that describe its connection. Fields that its transport does not use are ignored. */
interface Endpoint {
  readonly transport: Transport | 'http';
  readonly command?: string | undefined;
  /** Default: the strings of `args`. */
  readonly args?: readonly string[];
  /** Default: the variables of `env`. */
  readonly env?: Readonly<Record<string, string>>;
  readonly url?: string | undefined;
  readonly urlIsolated?: string | undefined;
  readonly cwd?: string | undefined;
  readonly login?: ServerLogin | undefined;
  readonly connectTimeoutMs?: number | undefined;
}

/** The connection of an entry. It reads every field, even one that the transport does not use, to report its errors. */
export function connectionOf(reader: EntryReader, endpoint: Endpoint): Connection {
  const { transport, command = '', url = '', urlIsolated, cwd, login, connectTimeoutMs } = endpoint;
  const headers = reader.headers();
  const args = argsOf(reader, 'args');
  const env = reader.variables('env');
  const timeout = present({ connectTimeoutMs });
  if (transport !== 'stdio') return { transport, url, headers, ...present({ urlIsolated, login }), ...timeout };
  return { transport, command, args: endpoint.args ?? args, env: endpoint.env ?? env, ...present({ cwd }), ...timeout };
}

/** Arguments of a program. */
function argsOf(reader: EntryReader, key: string): readonly string[] {
  const args = reader.texts(key) ?? [];
  reader.refuseNul(key, args);
  return args;
}

/** Omits keys with the value undefined, as `exactOptionalPropertyTypes` requires. */
export function present<T extends Record<string, unknown>>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

/** Reports an error if the command or address that the transport needs is missing, or if the entry has neither. */
export function requireEndpoint(
  reader: EntryReader,
  transport: Transport | undefined,
  command: string | undefined,
  url: string | undefined,
): boolean {
  if (!reader.isMapping) return false;
  reader.refuseNul('command', command);
  const server = reader.name === '' ? 'the server' : `the server "${reader.name}"`;
  if (transport === undefined) {
    reader.refuse('no-endpoint', `${server} has neither a command nor a URL`, 'set "command" for a program, "url" for an address');
  } else if (transport === 'stdio' && (command === undefined || command === '')) {
    reader.refuse('no-endpoint', `${server} uses stdio and has no command`, 'set "command" to its program, such as "npx"');
  } else if (transport !== 'stdio' && (url === undefined || url === '')) {
    reader.refuse(
      'no-endpoint',
      `${server} uses ${transport} and has no URL`,
      'set "url" to its address, such as "http://localhost:8000/mcp"',
    );
  } else return true;
  return false;
}

/** Reports an error if HTTP clients cannot open an address whose placeholders are replaced. */
export function requireHttp(reader: EntryReader, url: string | undefined, key = 'url'): void {
  if (url === undefined || reader.isOpen(url) || reader.isRefused(key)) return;
  const isExpanded = reader.raw(key) !== url;
  const problem = addressProblem(url, !isExpanded);
  if (problem === undefined) return;
  const message = problem.message.replace(/^the address is/, `the address of "${reader.name}" is`);
  reader.refuse(
    'bad-value',
    isExpanded ? `${message} after expansion` : message,
    isExpanded ? 'check the variables in it' : (problem.suggestion ?? 'write the whole address'),
    key,
  );
}
