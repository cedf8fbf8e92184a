/** MCP methods and rules about tools: what is right and was once reported, each beside the wrong one that still is. */
import { onMcpRoute } from '../../src/examples/examples.js';
import { found } from './found.js';

const tools = (rule: string): string => onMcpRoute(`mcpAuthorization: {rules: [{deny: '${rule}'}]}`);
const methods = (key: string): string =>
  onMcpRoute(`mcpGuardrails: {processors: [{kind: remote, host: "localhost:9002", methods: {"${key}": full, tools/list: response}}]}`);

it.each<[what: string, rule: string, yaml: string, expected: string[]]>([
  [
    'arguments of a tool in a rule',
    'cel-variable-not-here',
    tools('mcp.tool.arguments.branch == "main"'),
    [
      'warning "mcp.tool.arguments" has no value here: the expression runs for one MCP message, before it is sent on, and the rule denies nothing',
    ],
  ],
  ['the name of a tool in a rule', 'cel-variable-not-here', tools('mcp.tool.name == "push" && mcp.tool.target == "git"'), []],
  [
    'a pattern below the name of a method',
    'processor-inert',
    methods('tools/call/*'),
    ['warning "tools/call/*" is not an MCP method, so this never runs'],
  ],
  ['patterns that methods fit', 'processor-inert', methods('tools/c*'), []],
  ['patterns of a namespace', 'processor-inert', methods('notifications/tools/*'), []],
  ['patterns of an end', 'processor-inert', methods('*/read'), []],
])('%s: %s', (_what, rule, yaml, expected) => {
  expect(found(rule, yaml)).toEqual(expected);
});
