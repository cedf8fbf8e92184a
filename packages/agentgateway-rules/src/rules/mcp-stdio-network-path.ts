import { child, mcpTargets } from '@mcpgw/agentgateway/internal';
import { type Rule, text } from '@mcpgw/structure';

export const mcpStdioNetworkPath: Rule = {
  id: 'mcp-stdio-network-path',
  severity: 'info',
  kinds: ['agentgateway'],
  why: 'The program has to be in the image of the proxy, and the official image has neither a shell nor Node nor Python.',
  docs: {
    checks: 'Targets that run a program need nothing that the image of the proxy lacks, such as npx.',
    seen: 'Live: v1.1.0 and v1.4.1 start with a program that is not there, and answer initialize with 500.',
    fix: 'Run the server in its own container, and name its address.',
    wrong: `binds:
- port: 3000
  listeners:
  - routes:
    - backends: [{mcp: {targets: [{name: a, stdio: {cmd: npx}}]}}]
`,
    correct: `binds:
- port: 3000
  listeners:
  - routes:
    - backends: [{mcp: {targets: [{name: a, mcp: {host: 'http://127.0.0.1:8080/mcp'}}]}}]
`,
  },
  check({ root, report }) {
    for (const { kind, spec } of mcpTargets(root)) {
      const cmd = child(spec, 'cmd');
      if (kind !== 'stdio' || cmd === undefined || (text(cmd.node) ?? '').trim() === '') continue;
      report({
        at: cmd.node,
        path: cmd.path,
        message: `the program "${text(cmd.node)}" has to be in the image of the proxy`,
        suggestion: 'run the server on its own and name its address, or build an image that has it',
      });
    }
  },
};
