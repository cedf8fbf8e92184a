import { listed, policiesNamed } from '@mcpgw/agentgateway/internal';
import { entries, get, items, type Node, type Rule, text } from '@mcpgw/structure';
import { onMcpRoute } from '../examples/examples.js';

const phases = [
  'tools/call',
  'tools/list',
  'prompts/get',
  'prompts/list',
  'resources/read',
  'resources/list',
  'resources/templates/list',
  'initialize',
  'ping',
  'completion/complete',
  'logging/setLevel',
  'resources/subscribe',
  'resources/unsubscribe',
];
/** Methods whose requests no processor sees. */
const answersOnly = ['completion/complete', 'resources/subscribe', 'resources/unsubscribe'];
const namespaces = ['notifications/', 'tasks/', 'server/', 'sampling/', 'roots/', 'elicitation/'];

/** Whether a key is the name of a method, or a pattern with one "*" at an end that some method fits. */
function canMatch(key: string): boolean {
  if (key.startsWith('*')) return !key.slice(1).includes('*');
  if (!key.endsWith('*')) return phases.includes(key) || namespaces.some(space => key.startsWith(space));
  const prefix = key.slice(0, -1);
  return [...phases, ...namespaces].some(name => name.startsWith(prefix)) || namespaces.some(space => prefix.startsWith(space));
}

const processor = (methods: string): string =>
  onMcpRoute(`mcpGuardrails: {processors: [{kind: remote, host: "localhost:9002", methods: {${methods}}}]}`);

/** Whether an external processor is sent nothing. */
function isSentNothing(options: Node | undefined): boolean {
  const modes = ['requestHeaderMode', 'responseHeaderMode', 'requestBodyMode', 'responseBodyMode'].map(key => text(get(options, key)));
  return modes[0] === 'skip' && modes[1] === 'skip' && modes[2] === 'none' && modes[3] === 'none';
}

export const processorInert: Rule = {
  id: 'processor-inert',
  severity: 'warning',
  kinds: ['agentgateway'],
  since: '1.3.0',
  why: 'A processor that is sent nothing, or that no method leads to, checks and changes nothing.',
  docs: {
    checks:
      'Processors of mcpGuardrails name MCP methods with a phase other than `off` that the proxy runs for them, and extProc sends headers or bodies.',
    seen: 'Live: v1.4.1 asks no processor for `tools.list`, and the processor for `tools/list`.',
    fix: 'List methods such as `tools/call: full` or `"*": full`.',
    wrong: processor('tools.call: full'),
    correct: processor('tools/call: full'),
  },
  check({ root, report }) {
    for (const { node, path } of policiesNamed(root, 'extProc')) {
      const options = get(node, 'processingOptions');
      if (isSentNothing(options))
        report({
          at: options!,
          path: [...path, 'processingOptions'],
          message: 'headers are skipped and bodies are not sent: the service sees nothing',
          suggestion: 'send headers or bodies',
        });
    }
    for (const guard of policiesNamed(root, 'mcpGuardrails')) {
      const list = get(guard.node, 'processors');
      if (list?.kind === 'list' && items(list).length === 0)
        report({
          at: list,
          path: [...guard.path, 'processors'],
          message: 'there is no processor: nothing is checked',
          suggestion: 'add one, or remove the policy',
        });
      for (const { node, path } of listed(list, [...guard.path, 'processors'])) {
        const methods = entries(get(node, 'methods'));
        for (const { key, keySpan, value } of methods) {
          if (answersOnly.includes(key) && text(value) === 'request')
            report({
              at: value,
              path: [...path, 'methods', key],
              message: `only the answer to "${key}" is sent to a processor: this never runs`,
              suggestion: 'write "response" or "full"',
            });
          if (!canMatch(key))
            report({
              at: keySpan,
              path: [...path, 'methods', key],
              message: `"${key}" is not an MCP method, so this never runs`,
              suggestion: 'write a method such as "tools/call", or "*"',
            });
        }
        if (methods.every(({ value }) => text(value) === 'off'))
          report({
            at: get(node, 'methods') ?? node,
            path,
            message: 'no method leads to this processor: it checks nothing',
            suggestion: 'add a method such as "tools/call: full"',
          });
      }
    }
  },
};
