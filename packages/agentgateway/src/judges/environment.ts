/** Variables of the environment that the proxy reads (crates/agentgateway/src/config.rs), and values of them that do not work. */
import { nearest } from '@mcpgw/diagnostics';
import { inRange } from '@mcpgw/structure';
import { parseDuration } from '../config/duration.js';

/** What is wrong with a variable. */
export interface VariableProblem {
  /** Whether the name is wrong, or the value. */
  readonly field: 'name' | 'value';
  readonly message: string;
  readonly suggestion: string;
  /** The proxy does not start. */
  readonly stops: boolean;
}

type Judge = (value: string, version: string) => readonly [message: string, suggestion: string, works?: 'starts'] | undefined;

const whole: Judge = value => (/^\+?\d{1,18}$/.test(value) ? undefined : ['is not a whole number', 'write digits without a unit']);
const positive: Judge = (value, version) =>
  whole(value, version) ?? (inRange(version, { since: '1.2.0' }) && /^\+?0+$/.test(value) ? ['is refused', 'write 1 or more'] : undefined);
const bool: Judge = value =>
  value === 'true' || value === 'false' ? undefined : ['is neither "true" nor "false"', 'write it in lower case'];
const duration: Judge = value =>
  'problem' in parseDuration(value) ? ['is not a duration', 'write a number and a unit, such as 10s'] : undefined;
const share: Judge = value => {
  const percent = /^(\d+(?:\.\d+)?)%$/.exec(value)?.[1];
  const fits = percent === undefined ? /^\+?\d+$/.test(value) : Number(percent) > 0 && Number(percent) <= 100;
  return fits ? undefined : ['is neither a number of threads nor a percentage', 'write 4 or 50%'];
};
const key: Judge = (value, version) =>
  inRange(version, { since: '1.0.0' }) && !/^\s*[0-9A-Fa-f]{64}\s*$/.test(value)
    ? ['is not a key of 64 hexadecimal digits', 'make one with "openssl rand -hex 32"']
    : undefined;
const families = ['All', 'Auto', 'V4Preferred', 'V4Only', 'V6Only'];
const family: Judge = (value, version) => {
  if (families.includes(value)) return undefined;
  const words = `write one of ${families.join(', ')}`;
  return inRange(version, { since: '1.0.0' })
    ? ['is not a family of addresses', words]
    : ['is not a family of addresses and is ignored', words, 'starts'];
};
const threading: Judge = value =>
  ['thread_per_core', 'multithreaded', 'multi_threaded'].includes(value)
    ? undefined
    : ['is not known, so the usual threads are used', 'write thread_per_core', 'starts'];
const levels = /^(?:off|error|warn|info|debug|trace|[0-5])$/i;
const log: Judge = value => {
  const alone = value
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '' && !part.includes('='));
  const unknown = alone.find(
    part => !levels.test(part) && !/::|_|^(?:agent|rmcp|hyper|h2|tower|rustls|request|tonic|hickory|reqwest|cel)/.test(part),
  );
  return unknown === undefined
    ? undefined
    : [
        `has no level "${unknown}": it is taken as a module, and nothing else is logged`,
        'write error, warn, info, debug or trace',
        'starts',
      ];
};
const address: Judge = value =>
  /^(?:localhost|\d+\.\d+\.\d+\.\d+|\[[0-9a-fA-F:]+\]):\d{1,5}$/.test(value)
    ? undefined
    : ['is not an address', 'write an IP address and a port, such as 0.0.0.0:15021'];

const judges: Readonly<Record<string, Judge | undefined>> = Object.assign(Object.create(null), {
  ADMIN_ADDR: address,
  STATS_ADDR: address,
  READINESS_ADDR: address,
  CONNECTION_MIN_TERMINATION_DEADLINE: duration,
  CONNECTION_TERMINATION_DEADLINE: duration,
  POOL_UNUSED_RELEASE_TIMEOUT: duration,
  DYNAMIC_CA_CERT_CACHE_TTL: duration,
  CPU_LIMIT: whole,
  TERMINATION_GRACE_PERIOD_SECONDS: whole,
  HTTP2_CONNECTION_WINDOW_SIZE: whole,
  HTTP2_FRAME_SIZE: whole,
  HTTP2_STREAM_WINDOW_SIZE: whole,
  POOL_MAX_STREAMS_PER_CONNECTION: whole,
  DYNAMIC_CA_CERT_CACHE_CAPACITY: positive,
  DNS_EDNS0: bool,
  IPV6_ENABLED: bool,
  SKIP_VALIDATE_TRUST_DOMAIN: bool,
  DNS_LOOKUP_FAMILY: family,
  RUST_LOG: log,
  SESSION_KEY: key,
  THREADING_MODE: threading,
  WORKER_THREADS: share,
});

/** Further variables, whose values are free. */
const free = [
  'ADDITIONAL_TRUST_DOMAINS',
  'CA_ADDRESS',
  'CA_AUTH_TOKEN',
  'CA_ROOT_CA',
  'CLUSTER_ID',
  'GATEWAY',
  'INSTANCE_IP',
  'LOCALITY',
  'LOCAL_XDS_PATH',
  'MODEL_CATALOG_PATHS',
  'NAMESPACE',
  'NETWORK',
  'NODE_NAME',
  'OIDC_COOKIE_SECRET',
  'OTLP_ENDPOINT',
  'OTLP_HEADERS',
  'OTLP_PROTOCOL',
  'POD_NAME',
  'POD_NAMESPACE',
  'RUST_BACKTRACE',
  'SERVICE_ACCOUNT',
  'TRUST_DOMAIN',
  'XDS_ADDRESS',
  'XDS_AUTH_TOKEN',
  'XDS_ROOT_CA',
];
const known = [...Object.keys(judges), ...free];
/** Names that other programs read for what the proxy reads from another variable. */
const instead: Readonly<Record<string, string>> = Object.assign(Object.create(null), { LOG_LEVEL: 'RUST_LOG', LOGLEVEL: 'RUST_LOG' });

/** What is wrong with a variable of the proxy; undefined if nothing is. The value is undefined if only the cluster knows it. */
export function judgeVariable(name: string, value: string | undefined, version: string): VariableProblem | undefined {
  const judge = judges[name];
  if (judge !== undefined) {
    // The chart and the controller expand no other placeholder than $(NAME), whose value is not known here.
    const found = value === undefined || value.includes('$(') ? undefined : judge(value, version);
    if (found === undefined) return undefined;
    const [message, suggestion, starts] = found;
    return {
      field: 'value',
      message: `"${value}" ${message}${starts === undefined ? ': the proxy does not start' : ''}`,
      suggestion,
      stops: starts === undefined,
    };
  }
  if (known.includes(name)) return undefined;
  const near = instead[name] ?? nearest(name, known);
  if (
    near === undefined ||
    (instead[name] === undefined && (near.slice(0, 3) !== name.slice(0, 3) || Math.abs(near.length - name.length) > 2))
  )
    return undefined;
  return { field: 'name', message: `the proxy does not read ${name}`, suggestion: `did you mean "${near}"?`, stops: false };
}
