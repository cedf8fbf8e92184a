import type { Finding } from '@mcpgw/diagnostics';
import { portableText } from '@mcpgw/names';
import { at, get, items, type Node, plainJson, text as textOf } from '@mcpgw/structure';
import { parseListen } from '../formats/listen.js';
import { dialects, literalText } from '../formats/placeholders.js';
import { minLoginKey, storeUrlProblem } from '../formats/text-kinds.js';
import type { EntryReader } from './entry-reader.js';
import { authOf, profilesOf } from './serve-auth.js';
import {
  defaultServeConfig,
  type LogLevel,
  type ServeActivity,
  type ServeConfig,
  type ServeLogin,
  type ServePage,
  type ServeStore,
} from './serve-config.js';
import { telemetryOf } from './serve-telemetry.js';
import { type SettingsOptions, SettingsReader } from './settings-reader.js';

interface ReadSettings {
  readonly settings: Partial<ServeConfig>;
  readonly findings: readonly Finding[];
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function withDefaults<T extends object>(defaults: T, given: { readonly [K in keyof T]?: T[K] | undefined }): T {
  const out = { ...defaults } as Mutable<T>;
  for (const [key, value] of Object.entries(given)) if (value !== undefined) out[key as keyof T] = value as T[keyof T];
  return out;
}

function listenOf(reader: EntryReader): ServeConfig['listen'] | undefined {
  const text = reader.text('listen');
  const listen = text === undefined ? undefined : parseListen(text);
  if (text !== undefined && listen === undefined && !reader.isOpen(text) && reader.raw('listen') !== text)
    reader.refuse('bad-value', 'the address to listen on is not HOST:PORT after expansion', 'check the variables in it', 'listen');
  return listen;
}

function storeOf(reader: EntryReader): ServeStore | undefined {
  const [type, folder, url] = [reader.text('type'), reader.text('folder'), reader.text('url')];
  if (type === 'memory') return { type };
  if (type === 'file') return { type, folder: folder ?? '~/.mcpgw' };
  if (type !== 'redis') return undefined;
  if (url === undefined) reader.refuse('missing-field', 'a store of type redis needs a URL', 'add "url", such as redis://localhost:6379');
  else if (!reader.isOpen(url) && storeUrlProblem(url) !== undefined && reader.raw('url') !== url)
    reader.refuse('bad-value', 'the address of the store is not a redis or rediss URL after expansion', 'check the variables in it', 'url');
  return { type, url: url ?? '' };
}

function pageOf(reader: EntryReader): ServePage {
  const token = reader.text('token');
  const isOpen = token !== undefined && reader.isOpen(token);
  if (token !== undefined && (isOpen ? /[^\x21-\x7e]/.test(literalText(token, dialects.serve)) : !/^[\x21-\x7e]+$/.test(token)))
    reader.refuse(
      'bad-value',
      'the token of the page is empty or has a character that no header can carry',
      'use printable ASCII without spaces',
      'token',
    );
  return { enabled: reader.bool('enabled') ?? true, hosts: reader.texts('hosts') ?? [], ...(token !== undefined && { token }) };
}

/** Settings of logins. A key that is too short after expansion is an error; the schema refuses one that is written out. */
function loginSettings(reader: EntryReader): ServeLogin {
  const keys = reader.texts('keys') ?? [];
  const written = items(get(reader.node, 'keys')).map(textOf);
  if (keys.some(key => !reader.isOpen(key) && !written.includes(key) && [...key].length < minLoginKey))
    reader.refuse(
      'bad-value',
      `login.keys has a key of fewer than ${minLoginKey} characters after expansion`,
      'use random text, such as that of: openssl rand -base64 32',
      'keys',
    );
  const url = reader.text('url');
  return { keys, ...(url !== undefined && url !== '' && { url: url.replace(/\/$/, '') }) };
}

function activityOf(root: Node, reader: SettingsReader): ServeActivity {
  const [top, redact, keep] = [reader.in('activity'), reader.in('activity', 'redact'), reader.in('activity', 'keep')];
  const defaults = defaultServeConfig.activity;
  // Not expanded: `$` is part of the syntax of patterns.
  const texts = (key: string) => items(at(root, 'activity', 'redact', key)).flatMap(item => textOf(item) ?? []);
  return {
    enabled: top.bool('enabled') ?? defaults.enabled,
    arguments: top.bool('arguments') ?? defaults.arguments,
    results: top.bool('results') ?? defaults.results,
    redact: { keys: texts('keys'), patterns: texts('patterns'), maxBytes: redact.number('max_bytes') ?? defaults.redact.maxBytes },
    keep: { age: reader.milliseconds(keep, 'age') ?? defaults.keep.age, size: keep.number('size') ?? defaults.keep.size },
  };
}

/** `activity_retention_days` and `activity_max_size_mb` of `mcp_config.json`; zero stands for the default. */
function activityOfMcpConfig(top: EntryReader): ServeActivity {
  const { activity } = defaultServeConfig;
  const [days, megabytes] = [top.number('activity_retention_days'), top.number('activity_max_size_mb')];
  return {
    ...activity,
    keep: {
      age: days ? Math.min(days, 3650) * 24 * 3_600_000 : activity.keep.age,
      size: megabytes ? Math.min(megabytes, 1 << 20) * 1024 * 1024 : activity.keep.size,
    },
  };
}

/** Reads the settings of `gateway.yaml` besides its servers. */
/** A separator of other characters than portable names have turns these off, unless they are asked for, which is a contradiction. */
function namingOf(names: ReturnType<SettingsReader['in']>): ServeConfig['naming'] {
  const separator = names.text('separator');
  return withDefaults(defaultServeConfig.naming, {
    prefix: names.bool('prefix'),
    separator,
    portable: names.bool('portable') ?? (separator === undefined ? undefined : portableText(separator) === separator),
    maxLength: names.number('max_length'),
  });
}

export function settingsOfServe(root: Node, options: SettingsOptions): ReadSettings {
  const reader = new SettingsReader(root, options);
  const top = reader.in();
  const [limits, times, names] = [reader.in('limits'), reader.in('timeouts'), reader.in('tool_names')];
  const listen = listenOf(top);
  const store = storeOf(reader.in('store'));
  const instructions = top.text('instructions');
  const ms = (key: string) => reader.milliseconds(times, key);
  const defaults = defaultServeConfig;
  const settings: Partial<ServeConfig> = {
    ...(listen && { listen }),
    ...(store && { store }),
    ...(instructions !== undefined && { instructions }),
    apis: items(get(root, 'apis')).map(node => plainJson(node) as Readonly<Record<string, unknown>>),
    routingMode: top.text('routing_mode') === 'retrieve_tools' ? 'retrieve_tools' : 'direct',
    naming: namingOf(names),
    profiles: profilesOf(root),
    validationErrors: top.text('validation_errors') === 'tool_result' ? 'tool_result' : 'protocol',
    toolsLimit: top.number('tools_limit') ?? defaults.toolsLimit,
    page: pageOf(reader.in('page')),
    auth: authOf(root, reader),
    login: loginSettings(reader.in('login')),
    trustedHosts: top.texts('trusted_hosts') ?? [],
    trustedOrigins: top.texts('trusted_origins') ?? [],
    limits: withDefaults(defaults.limits, {
      bodyBytes: limits.number('body_bytes'),
      sessions: limits.number('sessions'),
      callsPerSession: limits.number('calls_per_session'),
      queuedCallsPerSession: limits.number('queued_calls_per_session'),
      unreadBytes: limits.number('unread_bytes'),
      streamEvents: limits.number('stream_events'),
      streamBytes: limits.number('stream_bytes'),
      metricTools: limits.number('metric_tools'),
      serverMessages: limits.number('server_messages'),
    }),
    timeouts: withDefaults(defaults.timeouts, {
      call: ms('call'),
      queue: ms('queue'),
      sessionIdle: ms('session_idle'),
      headers: ms('headers') ?? headersWithin(ms('request')),
      request: ms('request'),
      write: ms('write'),
      resume: ms('resume'),
      handover: ms('handover'),
      drain: ms('drain'),
      start: ms('start'),
    }),
    logging: withDefaults(defaults.logging, {
      level: reader.in('logging').text('level') as LogLevel | undefined,
      format: reader.in('logging').text('format') as 'text' | 'json' | undefined,
    }),
    activity: activityOf(root, reader),
    telemetry: telemetryOf(reader),
    metrics: top.bool('metrics') ?? true,
    holdUnreviewed: top.bool('hold_unreviewed') ?? true,
    readOnly: top.bool('read_only_mode') ?? false,
  };
  return { settings, findings: reader.findings };
}

/** The default for the headers of a request, which no request may be shorter than: Node refuses to listen otherwise. */
function headersWithin(request: number | undefined): number | undefined {
  return request === undefined || request === 0 ? undefined : Math.min(request, defaultServeConfig.timeouts.headers);
}

const levels: Readonly<Record<string, LogLevel>> = { trace: 'debug', debug: 'debug', info: 'info', warn: 'warn', error: 'error' };

/** Reads the gateway settings of `mcp_config.json` that apply to `mcpgw serve`. */
export function settingsOfMcpConfig(root: Node, options: SettingsOptions): ReadSettings {
  const reader = new SettingsReader(root, options);
  const [top, logging] = [reader.in(), reader.in('logging')];
  const [key, listen, folder, instructions] = [top.text('api_key'), listenOf(top), top.text('data_dir'), top.text('instructions')];
  const needsKey = top.bool('require_mcp_auth') === true;
  if (needsKey && (key ?? '') === '')
    top.refuse(
      'missing-field',
      'require_mcp_auth is on, and there is no api_key that clients could send',
      'add "api_key"',
      'require_mcp_auth',
    );
  const clientKeys = needsKey && key !== undefined ? [{ name: 'api_key', key, groups: [], scopes: [] }] : [];
  const defaults = defaultServeConfig;
  const call = reader.milliseconds(top, 'call_tool_timeout');
  const request = reader.milliseconds(top, 'http_read_timeout');
  const settings: Partial<ServeConfig> = {
    ...(listen && { listen }),
    ...(folder !== undefined && { store: { type: 'file', folder } }),
    ...(instructions !== undefined && { instructions }),
    activity: activityOfMcpConfig(top),
    routingMode: top.text('routing_mode') === 'retrieve_tools' ? 'retrieve_tools' : 'direct',
    profiles: profilesOf(root),
    toolsLimit: top.number('tools_limit') ?? defaults.toolsLimit,
    page: { ...defaults.page, ...(key !== undefined && key !== '' && { token: key }) },
    auth: { keys: clientKeys, adminKeys: clientKeys },
    trustedHosts: top.texts('trusted_hosts') ?? [],
    timeouts: withDefaults(defaults.timeouts, {
      call: call === 0 ? undefined : call,
      headers: headersWithin(request),
      request: request === 0 ? undefined : request,
    }),
    logging: {
      level: levels[logging.text('level') ?? ''] ?? defaults.logging.level,
      format: logging.bool('json_format') === true ? 'json' : 'text',
    },
    readOnly: top.bool('read_only_mode') === true || top.bool('disable_management') === true,
  };
  return { settings, findings: reader.findings };
}
