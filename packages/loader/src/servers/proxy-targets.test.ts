import { proxyTargets } from './proxy-targets.js';

const read = (source: string) => Object.fromEntries(proxyTargets(source, 'f'));

const staticConfig = `
binds:
- port: 3000
  listeners:
  - routes:
    - backends:
      - mcp:
          targets:
          - name: github
            mcp: { host: github.mcp.svc, port: 8000, path: /mcp }
          - name: old
            sse: { host: "https://old.example.com/sse" }
          - name: everything
            stdio: { cmd: npx, args: ["-y", everything], env: { LEVEL: 3 } }
    - backends:
      - mcp: { targets: [{ name: github, mcp: { host: "fe80::1", port: 80, path: mcp } }, { name: ref, mcp: { backend: b } }, { name: api, openapi: {} }] }
`;

it('static configuration of agentgateway', () => {
  expect(read(staticConfig)).toEqual({
    github: { transport: 'streamable-http', url: 'http://github.mcp.svc:8000/mcp' },
    old: { transport: 'sse', url: 'https://old.example.com/sse' },
    everything: { transport: 'stdio', command: 'npx', args: ['-y', 'everything'], env: { LEVEL: '3' } },
    'github#2': { transport: 'streamable-http', url: 'http://[fe80::1]:80/mcp' },
    ref: { transport: 'malformed', reason: 'the target has no host of its own; probe it with --via' },
    api: { transport: 'malformed', reason: 'the target is not an MCP server that can be reached from here; probe it with --via' },
  });
});

it('resources and ConfigMaps, as a render prints them', () => {
  const backend =
    'apiVersion: agentgateway.dev/v1alpha1\nkind: AgentgatewayBackend\nspec:\n  mcp:\n    targets:\n    - name: jira\n      static: { host: jira.svc, port: 8080, path: /sse, protocol: SSE }\n';
  const indented = staticConfig.replaceAll('\n', '\n    ');
  const configMap = `apiVersion: v1\nkind: ConfigMap\ndata:\n  config.yaml: |${indented}\n`;
  expect(Object.keys(read(`${backend}---\n${configMap}`))).toEqual(['jira', 'github', 'old', 'everything', 'github#2', 'ref', 'api']);
  expect(read(backend)).toEqual({ jira: { transport: 'sse', url: 'http://jira.svc:8080/sse' } });
});

it.each([[''], ['a: 1'], ['- [1'], ['mcp: { targets: 3 }'], [`${'a: {'.repeat(2000)}${'}'.repeat(2000)}`]])(
  'finds nothing in %j',
  source => {
    expect(read(source)).toEqual({});
  },
);
