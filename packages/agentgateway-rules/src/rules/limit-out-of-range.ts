import { walk } from '@mcpgw/agentgateway/internal';
import { type Node, type Rule, text } from '@mcpgw/structure';
import { withSection } from '../examples/examples.js';

const most = 2 ** 30;
type Limit = readonly [least: number, most: number, effect: string];
const window: Limit = [1, 2 ** 31 - 1, 'HTTP/2 allows a window of 1 to 2147483647: clients end the connection'];
const frame: Limit = [16384, 2 ** 24 - 1, 'HTTP/2 allows frames of 16384 to 16777215 bytes: every HTTP/2 connection breaks'];

/** The values that work, by the place of the field: its parent and its name. */
const limits: Readonly<Record<string, Limit>> = {
  'config/workerThreads': [1, Infinity, 'without a thread the proxy exits at startup'],
  'http/http1MaxHeaders': [1, Infinity, 'every request has headers and is answered with 431'],
  'http/http2MaxHeaderSize': [1, Infinity, 'every HTTP/2 request has headers and is refused'],
  'http/maxBufferSize': [1, most, 'with 0 no body is read, and with more than a gibibyte a few requests fill the memory'],
  'http/http2FrameSize': frame,
  'http/http2WindowSize': window,
  'http/http2ConnectionWindowSize': window,
  'hbone/frameSize': frame,
  'hbone/windowSize': window,
  'hbone/connectionWindowSize': window,
  'hbone/poolMaxStreamsPerConn': [1, Infinity, 'no stream may be opened'],
  'request/maxBytes': [1, most, 'with 0 no body passes, and with more than a gibibyte a few requests fill the memory'],
  'response/maxBytes': [1, most, 'with 0 no body passes, and with more than a gibibyte a few answers fill the memory'],
  'eviction/consecutiveFailures': [1, Infinity, 'with 0 no backend is ever left out'],
  'retry/attempts': [1, 254, 'the number of calls overflows: requests are dropped'],
  'requestMirror/percentage': [0, 1, 'it is a share from 0 to 1: every request is dropped'],
};

/** Values that are taken and lie far below what usual requests have, by the place of the field. */
const usual: Readonly<Record<string, readonly [least: number, effect: string]>> = {
  'http/http1MaxHeaders': [24, 'browsers and proxies send 15 to 30 headers: usual requests are answered with 431'],
  'http/http2MaxHeaderSize': [4096, 'one token or a few cookies are as long: usual requests are refused'],
  'http/maxBufferSize': [8192, 'policies that read the body refuse usual requests'],
  'http/http2WindowSize': [16384, 'a stream waits for the window again and again: bodies are slow'],
  'http/http2ConnectionWindowSize': [16384, 'all streams share it, and wait for it again and again: bodies are slow'],
  'request/maxBytes': [1024, 'usual bodies are longer, and are answered with 413'],
  'response/maxBytes': [1024, 'usual answers are longer, and become 502'],
  'cache/maxEntries': [10, 'a few callers push each other out of the cache'],
};

/** The number of a scalar, also one that is written as a text; undefined for any other node. */
const numberOf = (node: Node): number | undefined =>
  node.kind === 'scalar' && typeof node.value === 'number'
    ? node.value
    : /^\+?\d+$/.test(text(node) ?? '')
      ? Number(text(node))
      : undefined;

const isLimit = (place: string): boolean => Object.hasOwn(limits, place) || Object.hasOwn(usual, place);

export const limitOutOfRange: Rule = {
  id: 'limit-out-of-range',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The proxy takes the number and fails with it: at startup, or with every request.',
  docs: {
    checks:
      'Checks sizes, counts and shares that the proxy takes without a check of their range, and those that are far below usual requests: fewer than 24 headers, buffers of less than a kibibyte.',
    seen: 'Versions 0.12.0, 1.1.0 and 1.4.1 drop every request with `percentage: 50` or `attempts: 255`, answer 431 with `http1MaxHeaders: 0`, and end at once with `workerThreads: "0"`. v1.4.1 breaks every HTTP/2 connection with `http2FrameSize: 1`.',
    fix: 'Write a number in the range that the message names, or remove the field.',
    wrong: withSection('frontendPolicies:\n  http:\n    http2FrameSize: 1'),
    correct: withSection('frontendPolicies:\n  http:\n    http2FrameSize: 65536'),
  },
  check({ root, report }) {
    walk(
      { node: root, path: [] },
      ({ node, path }) => {
        const place = path.slice(-2).join('/');
        const number = numberOf(node);
        if (number === undefined) return;
        const limit = Object.hasOwn(limits, place) ? limits[place] : undefined;
        const low = Object.hasOwn(usual, place) ? usual[place]! : undefined;
        if (low !== undefined && number < low[0] && (limit === undefined || number >= limit[0]))
          report({
            at: node,
            path,
            message: `${number} is far below what is usual: ${low[1]}`,
            suggestion: `write at least ${low[0]}, or remove the field for the default`,
          });
        if (limit === undefined || (number >= limit[0] && number <= limit[1])) return;
        const range = limit[1] === Infinity ? `at least ${limit[0]}` : `a value from ${limit[0]} to ${limit[1]}`;
        report({ at: node, path, message: `${number} does not work here: ${limit[2]}`, suggestion: `write ${range}` });
      },
      ({ keys }) => isLimit(keys.slice(-2).join('/')),
    );
  },
};
