import { get, type Rule } from '@mcpgw/structure';
import { onGateway } from '../examples/examples.js';
import { milliseconds } from '../objects/durations.js';
import { fieldsNamed } from '../objects/fields.js';
import { integerOf } from '../objects/objects.js';

const second = 1000;
const hour = 3_600_000;

type Bound = readonly [field: string, inside: string, bound: number, effect: string];

/** Times below which usual clients cannot work. */
const least: readonly Bound[] = [
  ['handshakeTimeout', 'tls', second, 'clients over the internet need longer for a handshake, and are cut off'],
  [
    'http1IdleTimeout',
    'http',
    5 * second,
    'the headers of a request have to arrive within it, and clients that wait longer between requests are cut off',
  ],
  ['maxConnectionDuration', 'http', 10 * second, 'clients connect again and again, with a handshake each time'],
  ['http2KeepaliveTimeout', 'http', second, 'a client that answers a ping later, as over a mobile network, is cut off'],
];

/** Times above which the setting hardly does what it is for. */
const most: readonly Bound[] = [
  ['cacheDuration', 'remote', 24 * hour, 'keys that the issuer withdraws are believed until then, and new ones are not known'],
  ['cacheDuration', 'jwks', 24 * hour, 'keys that the issuer withdraws are believed until then, and new ones are not known'],
  ['duration', 'eviction', hour / 2, 'one failure takes the backend out for so long, and the time grows with each one'],
  ['ttl', 'cache', hour, 'a caller who loses its rights keeps them until then'],
  ['defaultTtl', 'inMemory', 24 * hour, 'tokens are used long after their end'],
];

export const durationUnusual: Rule = {
  id: 'duration-unusual',
  severity: 'warning',
  kinds: ['manifest'],
  why: 'The time is accepted, and is so short that usual clients are cut off, or so long that the setting does not protect.',
  docs: {
    checks:
      'Times of policies and backends: handshakes from 1 s, idle times of HTTP/1 from 5 s, connections from 10 s on. Infos for long ones: keys and tokens kept for more than a day, decisions for more than an hour, evictions of more than half an hour, and connections that end with the first lost probe.',
    seen: 'Live: v1.1.0 and v1.4.1 with an http1IdleTimeout of 1 s closed a connection that had sent half of its headers, and one that was idle after an answer, within 3 s.',
    basedOn: 'The source of v1.4.1: evictions last the duration times their number.',
    fix: 'Write the time that clients need, and check the unit.',
    wrong: onGateway('frontend: {http: {http1IdleTimeout: 1s}}'),
    correct: onGateway('frontend: {http: {http1IdleTimeout: 60s}}'),
  },
  check({ root, report }) {
    for (const [key, inside, bound, effect] of least)
      for (const { node, path } of fieldsNamed(root, key, inside)) {
        const time = milliseconds(node);
        if (time !== undefined && time < bound)
          report({ at: node, path, message: `${time} ms is very short: ${effect}`, suggestion: `write ${bound / second}s or more` });
      }
    for (const [key, inside, bound, effect] of most)
      for (const { node, path } of fieldsNamed(root, key, inside)) {
        const time = milliseconds(node);
        if (time !== undefined && time > bound)
          report({ at: node, path, message: `this is very long: ${effect}`, suggestion: 'check the unit: s, m or h', severity: 'info' });
      }
    for (const { node, path } of fieldsNamed(root, 'keepalive'))
      if (integerOf(get(node, 'retries')) === 1)
        report({
          at: get(node, 'retries')!,
          path: [...path, 'retries'],
          message: 'the first probe that is lost ends the connection',
          suggestion: 'write 3 or more',
          severity: 'info',
        });
  },
};
