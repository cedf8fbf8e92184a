import { listed } from '@mcpgw/agentgateway/internal';
import { nearest } from '@mcpgw/diagnostics';
import { at, entries, type Rule, text } from '@mcpgw/structure';
import { withSection } from '../examples/examples.js';

/** The fields of a request in logs and traces, v0.12 to v1.4 (telemetry/log.rs). */
const fields = [
  ...['gateway', 'listener', 'route', 'route_rule', 'endpoint', 'src.addr', 'protocol', 'error', 'reason', 'duration', 'retry.attempt'],
  ...['http.method', 'http.host', 'http.path', 'http.version', 'http.status', 'grpc.status', 'tls.sni', 'trace.id', 'span.id', 'jwt.sub'],
  ...['connection.id', 'request.id', 'a2a.method', 'inferencepool.selected_endpoint', 'gen_ai.tool.name', 'gen_ai.prompt.name'],
  ...['mcp.method', 'mcp.method.name', 'mcp.target', 'mcp.resource.type', 'mcp.resource.name', 'mcp.resource.uri', 'mcp.session.id'],
  ...['mcp.error.code', 'mcp.error.message', 'gen_ai.operation.name', 'gen_ai.provider.name', 'gen_ai.embeddings.dimension.count'],
  ...['encoding_formats', 'frequency_penalty', 'max_tokens', 'model', 'presence_penalty', 'seed', 'temperature', 'top_p'].map(
    name => `gen_ai.request.${name}`,
  ),
  ...['input_tokens', 'output_tokens', 'output_audio_tokens', 'output_image_tokens', 'input_audio_tokens', 'input_image_tokens'].map(
    name => `gen_ai.usage.${name}`,
  ),
  ...['gen_ai.usage.cache_creation.input_tokens', 'gen_ai.usage.cache_read.input_tokens', 'gen_ai.response.model', 'gen_ai.streaming'],
];
/** Families of which new members may come. */
const open = /^(?:agw\.|gen_ai\.|mcp\.error)/;

/** Lists of fields to leave out, each with the fields that the same setting adds. */
const lists: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['log', ['frontendPolicies', 'accessLog', 'remove'], ['frontendPolicies', 'accessLog', 'add']],
  ['log', ['frontendPolicies', 'logging', 'remove'], ['frontendPolicies', 'logging', 'add']],
  ['log', ['config', 'logging', 'fields', 'remove'], ['config', 'logging', 'fields', 'add']],
  ['log', ['frontendPolicies', 'accessLog', 'otlp', 'fields', 'remove'], ['frontendPolicies', 'accessLog', 'otlp', 'fields', 'add']],
  ['span', ['frontendPolicies', 'tracing', 'remove'], ['frontendPolicies', 'tracing', 'attributes']],
  ['span', ['config', 'tracing', 'fields', 'remove'], ['config', 'tracing', 'fields', 'add']],
];

export const logFieldUnknown: Rule = {
  id: 'log-field-unknown',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'The proxy takes any name for a field to leave out; one that it does not write leaves the field that is meant in the record.',
  docs: {
    checks: 'Each name in a list `remove` of logs and traces is a field that the proxy writes, and not one that the same setting adds.',
    seen: 'Live: v1.1.0 and v1.4.1 write `http.path` all the same.',
    fix: 'Write the name as the log shows it, such as `http.path` or `src.addr`.',
    wrong: withSection('frontendPolicies:\n  accessLog:\n    remove: [http_path]'),
    correct: withSection('frontendPolicies:\n  accessLog:\n    remove: [http.path]'),
  },
  check({ root, report }) {
    for (const [what, path, addPath] of lists) {
      const added = new Set(entries(at(root, ...addPath)).map(({ key }) => key));
      for (const item of listed(at(root, ...path), path)) {
        const name = text(item.node);
        if (name === undefined || name.includes('$')) continue;
        if (added.has(name)) {
          report({
            at: item.node,
            path: item.path,
            message: `"${name}" is added by the same setting, and is written anyway`,
            suggestion: 'remove it from one of the two lists',
          });
          continue;
        }
        const isTraceOnly = what === 'span' && /^(?:url|network|server|http|client|user_agent)\./.test(name);
        if (fields.includes(name) || open.test(name) || isTraceOnly) continue;
        const near = nearest(name, fields) ?? fields.find(field => field.replaceAll('.', '_') === name || field.endsWith(`.${name}`));
        report({
          at: item.node,
          path: item.path,
          message: `the proxy writes no field "${name}": nothing is left out`,
          suggestion: near === undefined ? `write a name that a ${what} of this version shows` : `did you mean "${near}"?`,
        });
      }
    }
  },
};
