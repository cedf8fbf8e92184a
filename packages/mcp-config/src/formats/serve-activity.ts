/** The shape of `activity` of `gateway.yaml`: what is recorded of calls, what is hidden, and how long records are kept. */
import { bool, int, list, opt, struct } from '@mcpgw/structure';
import { textOfKind } from './text-kinds.js';
import { goDuration } from './texts.js';

const redact = struct('what the record of activity hides', {
  keys: opt(list(textOfKind('filled', { minLength: 1 })), 'Names whose values are hidden, besides password, token and the like', {
    example: ['account_number'],
  }),
  patterns: opt(list(textOfKind('pattern', { minLength: 1 })), 'Regular expressions (RE2) whose matches are hidden', {
    example: ['\\b\\d{16}\\b'],
  }),
  max_bytes: opt(int(64, 1 << 20), 'Bytes of the arguments, and of the result, that are kept of one call', { default: 4096 }),
});

const keep = struct('how long records of activity are kept', {
  age: opt(goDuration('1m', '87600h'), 'Records that are older are removed', { default: '720h' }),
  size: opt(int(1 << 20, 2 ** 40), 'Bytes of all records; beyond that the oldest are removed', { default: 100 * 1024 * 1024 }),
});

/** The record of calls and events. */
export const serveActivity = struct('the record of activity', {
  enabled: opt(bool, 'Whether calls and events are recorded', { default: true }),
  arguments: opt(bool, 'Whether the arguments of calls are recorded, redacted', { default: false }),
  results: opt(bool, 'Whether the results of calls are recorded, redacted', { default: false }),
  redact: opt(redact, 'What is hidden in arguments and results'),
  keep: opt(keep, 'How long records are kept'),
});
