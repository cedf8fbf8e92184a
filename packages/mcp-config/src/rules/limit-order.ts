import { get, items, numberAt, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { serversOf } from './mcp-servers-of.js';

const defaults: Readonly<Record<string, number>> = {
  body_bytes: 4_194_304,
  sessions: 1000,
  calls_per_session: 100,
  queued_calls_per_session: 1000,
  unread_bytes: 268_435_456,
  stream_bytes: 4_194_304,
  stream_events: 1000,
};

export const limitOrder: Rule = {
  id: 'limit-order',
  severity: 'warning',
  kinds: ['serve'],
  why: 'A limit that is smaller than what has to pass it refuses ordinary use; one behind a smaller one never takes effect.',
  docs: {
    checks:
      'Limits of sessions and of bytes that one client reaches by itself, answers of REST APIs that are larger than what a client may leave unread, calls of a session beyond those of its server, and names of tools that are longer than many clients take.',
    basedOn: 'The code of `mcpgw serve`: each limit is checked by itself.',
    fix: 'Raise the smaller limit, or lower the larger one.',
    wrong: 'servers:\n  files:\n    command: file-server\nlimits: {sessions: 1}\n',
    correct: 'servers:\n  files:\n    command: file-server\nlimits: {sessions: 100}\n',
  },
  check(context) {
    const limits = get(context.root, 'limits');
    const value = (key: string): number => numberAt(limits, key) ?? defaults[key]!;
    const tell = (key: string, message: string, severity?: 'info'): void => {
      const node = get(limits, key);
      if (node !== undefined)
        context.report({ at: node, path: ['limits', key], message, suggestion: 'write a larger number', ...(severity && { severity }) });
    };
    if (value('sessions') < 2) tell('sessions', 'each new session ends the one before: two clients cannot work at once');
    if (value('body_bytes') < 16_384) tell('body_bytes', 'arguments of ordinary calls are larger, and such requests are refused');
    if (value('calls_per_session') < 2)
      tell('calls_per_session', 'calls of a session run one after the other, also those that a client sends at once', 'info');
    if (value('queued_calls_per_session') === 0)
      tell('queued_calls_per_session', 'no request waits: beyond calls_per_session each one is refused', 'info');
    for (const [index, api] of items(get(context.root, 'apis')).entries()) {
      const node = get(api, 'max_response_bytes');
      const bytes = numberAt(api, 'max_response_bytes');
      if (node !== undefined && bytes !== undefined && bytes > value('unread_bytes'))
        context.report({
          at: node,
          path: ['apis', index, 'max_response_bytes'],
          message: `no client gets an answer of this size: limits.unread_bytes is ${value('unread_bytes')}`,
          suggestion: 'write a smaller number',
        });
    }
    if (value('stream_bytes') < 65_536)
      tell('stream_bytes', 'one answer of a tool is larger, and then nothing of its stream can be resumed');
    if (value('stream_events') < 10)
      tell('stream_events', 'a call with progress has more events, and then its stream cannot be resumed', 'info');
    checkNames(context);
    checkQueues(context);
  },
};

/** The longest name of a tool that the interfaces of OpenAI and Anthropic take. */
const longestName = 64;

function checkNames({ root, report }: RuleContext): void {
  const names = get(root, 'tool_names');
  const length = numberAt(names, 'max_length');
  if (length !== undefined && length > longestName)
    report({
      at: get(names, 'max_length')!,
      path: ['tool_names', 'max_length'],
      message: `names of more than ${longestName} letters are not shortened, and many clients refuse such a tool, or all tools with it`,
      suggestion: `write ${longestName} or less`,
    });
}

/** Settings of servers about a queue that only a limit of calls fills. */
function checkQueues(context: RuleContext): void {
  for (const { node, path, name } of serversOf(context)) {
    if ((numberAt(node, 'max_concurrent_requests') ?? 0) > 0) continue;
    for (const key of ['queue_size', 'queue_timeout']) {
      const found = get(node, key);
      if (found !== undefined && (numberAt(node, key) ?? text(found)) !== undefined)
        context.report({
          at: found,
          path: [...path, key],
          severity: 'info',
          message: `"${key}" of "${name ?? ''}" has no effect: "max_concurrent_requests" sets no limit`,
          suggestion: `remove "${key}"`,
        });
    }
  }
}
