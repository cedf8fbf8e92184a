/** `gateway.yaml` around its servers. */
import type { Answers, Census } from '@mcpgw/structure';
import { answers, container, words } from './natures.js';

const all = (names: readonly string[], given: Answers): Record<string, Answers> => Object.fromEntries(names.map(name => [name, given]));
const time = answers({
  inert: 'What zero does is reported for each time.',
  opens: ['zero-duration'],
  breaks: ['zero-duration', 'duration-too-long'],
  conflicts: ['timeout-order'],
});
const limit = answers({ breaks: ['limit-order'], conflicts: ['limit-order'] });

export const serveCensus: Census = {
  'gateway.yaml': {
    ...all(
      [
        'activity',
        'apis',
        'auth',
        'isolation',
        'limits',
        'logging',
        'login',
        'page',
        'profiles',
        'store',
        'telemetry',
        'timeouts',
        'tool_names',
      ],
      container,
    ),
    $schema: words,
    instructions: words,
    listen: answers({
      opens: ['serve-open-without-key'],
      breaks: ['listen-address', 'server-reached-twice'],
      conflicts: ['server-reached-twice'],
    }),
    servers: answers({
      opens: ['no-server-on'],
      breaks: ['server-name'],
      conflicts: ['duplicate-server-name', 'conflicting-fields', 'server-name', 'server-reached-twice'],
    }),
    servers_from: answers({ breaks: ['bad-reference'], conflicts: ['duplicate-server-name'] }),
    allow_unsupported: answers({ inert: ['unused-setting'], opens: ['unsupported-setting'] }),
    routing_mode: answers({ inert: 'Unknown words are refused.', conflicts: ['unused-setting'] }),
    validation_errors: answers({ inert: 'Unknown words are refused.' }),
    tools_limit: answers({ inert: ['unused-setting'], conflicts: ['unused-setting'] }),
    trusted_hosts: answers({ inert: ['web-page-access'], opens: ['web-page-access'] }),
    trusted_origins: answers({ inert: ['web-page-access'], opens: ['web-page-access'] }),
    metrics: answers({ opens: 'Metrics hold names and counts and no secrets; docs/serve.md says who may read them.' }),
    hold_unreviewed: answers({
      inert: 'Servers that are trusted are never held; the field is about the others.',
      opens: ['overridden-trust'],
    }),
    read_only_mode: answers({
      opens: 'It closes what it says: nothing can be approved through the gateway.',
      conflicts: ['overridden-trust'],
    }),
  },
  'the record of activity': {
    ...all(['redact', 'keep'], container),
    enabled: answers({ opens: 'It closes nothing and opens nothing: calls are answered in the same way.', conflicts: ['unused-setting'] }),
    ...all(
      ['arguments', 'results'],
      answers({
        inert: ['unused-setting'],
        opens: 'What is recorded is redacted and bounded, and only administrators read it.',
        conflicts: ['unused-setting'],
      }),
    ),
  },
  'what the record of activity hides': {
    keys: answers({ inert: ['redaction', 'unused-setting'], opens: ['redaction'], conflicts: ['unused-setting'] }),
    patterns: answers({
      inert: ['redaction', 'unused-setting'],
      opens: ['redaction'],
      breaks: 'Strings that are no pattern of RE2 are refused.',
      conflicts: ['unused-setting'],
    }),
    max_bytes: answers({ inert: ['unused-setting'], conflicts: ['unused-setting'] }),
  },
  'how long records of activity are kept': {
    age: answers({ inert: ['unused-setting'], breaks: ['zero-duration'], conflicts: ['unused-setting'] }),
    size: answers({ inert: ['unused-setting'], conflicts: ['unused-setting'] }),
  },
  'names of tools': {
    max_length: answers({
      inert: ['unused-setting'],
      breaks: ['limit-order'],
      conflicts: ['unused-setting'],
    }),
    portable: answers({ conflicts: ['conflicting-fields'] }),
    prefix: answers({ conflicts: ['conflicting-fields'] }),
    separator: answers({
      inert: ['unused-setting'],
      breaks: 'Other signs than - _ . : / are refused.',
      conflicts: ['conflicting-fields', 'unused-setting'],
    }),
  },
  'the store of approvals and sessions': {
    type: answers({ breaks: ['store-state'], conflicts: ['unused-setting', 'missing-field'] }),
    folder: answers({ inert: ['unused-setting'], breaks: ['store-state'], conflicts: ['unused-setting'] }),
    url: answers({ inert: ['unused-setting'], opens: ['store-state'], breaks: ['store-state'], conflicts: ['unused-setting'] }),
  },
  'the web page': {
    enabled: answers({ conflicts: ['unused-setting'] }),
    hosts: answers({
      inert: ['unused-setting'],
      opens: 'A name alone opens nothing: the page asks for its token.',
      conflicts: ['unused-setting'],
    }),
    token: answers({
      inert: ['unused-setting'],
      opens: ['weak-key', 'secret-in-clear-text', 'unfilled-value'],
      breaks: 'A token that no header can carry is refused.',
      conflicts: ['weak-key', 'unused-setting'],
    }),
  },
  'logins to servers': {
    keys: answers({
      inert: 'A key that is too short is refused.',
      opens: ['weak-key', 'secret-in-clear-text'],
      breaks: ['login-settings'],
      conflicts: ['weak-key'],
    }),
    url: answers({ opens: ['login-settings'], breaks: ['login-settings'], conflicts: ['web-page-access'] }),
  },
  limits: {
    ...all(
      [
        'body_bytes',
        'sessions',
        'calls_per_session',
        'queued_calls_per_session',
        'unread_bytes',
        'stream_events',
        'stream_bytes',
        'server_messages',
      ],
      limit,
    ),
    metric_tools: answers({ inert: ['unused-setting'], conflicts: ['unused-setting'] }),
  },
  timeouts: all(['call', 'queue', 'session_idle', 'headers', 'request', 'write', 'resume', 'handover', 'drain', 'start'], time),
  'the log': all(['level', 'format'], answers({ inert: 'Unknown words are refused.' })),
};
