/** Example files of the published schemas, by the name of the schema. */
export const fileExamples: Readonly<Record<string, readonly unknown[]>> = {
  agentgateway: [
    {
      binds: [
        {
          port: 3000,
          listeners: [
            { routes: [{ backends: [{ mcp: { targets: [{ name: 'tickets', mcp: { host: 'http://localhost:8000/mcp' } }] } }] }] },
          ],
        },
      ],
    },
  ],
  'client-config': [
    {
      mcpServers: {
        files: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '/data'] },
        tickets: { type: 'http', url: 'https://tickets.example.com/mcp', headers: { Authorization: `Bearer \${TICKETS_TOKEN}` } },
      },
    },
  ],
  findings: [
    {
      findings: [
        {
          rule: 'unknown-field',
          severity: 'error',
          message: 'unknown field "prot" in a listener',
          file: 'config.yaml',
          line: 4,
          column: 7,
          path: 'binds[0].listeners[0].prot',
          suggestion: 'did you mean "protocol"?',
          fixable: true,
        },
      ],
      files: [{ file: 'config.yaml', kind: 'agentgateway', errors: 1, warnings: 0 }],
      notChecked: { files: [{ file: 'Makefile.yaml', reason: 'unknown-kind' }], documents: 0, skippedDocuments: 0, otherFiles: 2 },
    },
  ],
  'golden-case': [
    { release: 'mcp', namespace: 'tools', valuesFiles: ['../../values.yaml'], set: ['replicaCount=3'] },
    { chart: '../../chart', values: { ingress: { enabled: true, host: '' } }, expectedError: 'ingress.host' },
  ],
  'langchain-config': [
    {
      files: { transport: 'stdio', command: 'python', args: ['files_server.py'] },
      tickets: { transport: 'streamable_http', url: 'https://tickets.example.com/mcp', timeout: 30 },
    },
  ],
  'mcp-config': [
    {
      listen: '127.0.0.1:8080',
      mcpServers: [
        { name: 'tickets', url: 'https://tickets.example.com/mcp', protocol: 'streamable-http', enabled: true },
        { name: 'files', command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '/data'], enabled: true },
      ],
    },
  ],
  'mcp-servers': [
    {
      mcp_servers: {
        sql: { type: 'client', url: 'http://sql.example:8000/mcp', url_isolated: 'http://sql-isolated.example:8000/mcp', read_timeout: 30 },
        template: { type: 'server', name: 'template', port: 8000 },
      },
    },
  ],
  'mcpgw-config': [
    {
      gatewayVersion: '1.4.1',
      kubeVersion: '1.34',
      rules: { 'jwks-plain-http': { severity: 'off', reason: 'the keys come from a sidecar on the same machine' } },
    },
  ],
  'opencode-config': [
    {
      mcp: {
        files: { type: 'local', command: ['npx', '-y', '@modelcontextprotocol/server-filesystem', '/data'], enabled: true },
        tickets: { type: 'remote', url: 'https://tickets.example.com/mcp', headers: { Authorization: 'Bearer {env:TICKETS_TOKEN}' } },
      },
    },
  ],
  serve: [
    {
      listen: '0.0.0.0:8080',
      servers: { tickets: { url: 'https://tickets.example.com/mcp' } },
      servers_from: 'mcp_config.json',
      auth: { api_keys: [`\${env:GATEWAY_KEY}`] },
      store: { type: 'file' },
    },
  ],
  'vscode-config': [
    {
      inputs: [{ type: 'promptString', id: 'tickets-token', description: 'Token for the tickets server', password: true }],
      servers: {
        files: { type: 'stdio', command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '/data'] },
        tickets: { type: 'http', url: 'https://tickets.example.com/mcp', headers: { Authorization: `Bearer \${input:tickets-token}` } },
      },
    },
  ],
};
