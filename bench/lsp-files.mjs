/** Files of about 5,000 lines for `bench/lsp.mjs`, one of each kind, as people write them, and the place where somebody types. */

const repeated = (count, part) => Array.from({ length: count }, (_, index) => part(index)).join('');

/** A route in the form of a team's MCP server. */
const route = i => `    - name: server-${i}
      matches:
      - path:
          pathPrefix: /mcp/server-${i}
      policies:
        cors:
          allowOrigins: ["https://app-${i}.example.com"]
          allowHeaders: [mcp-protocol-version, content-type, mcp-session-id]
          exposeHeaders: [mcp-session-id]
        requestHeaderModifier:
          set:
            x-team: team-${i % 20}
        localRateLimit:
        - maxTokens: ${100 + i}
          tokensPerFill: ${10 + (i % 10)}
          fillInterval: 1s
        mcpAuthorization:
          rules:
          - 'mcp.tool.name == "read_${i}"'
      backends:
      - mcp:
          targets:
          - name: main
            mcp:
              host: http://server-${i}.team-${i % 20}.svc.cluster.local:8080/mcp
`;

const staticText = `binds:
- port: 3000
  listeners:
  - name: main
    routes:
${repeated(215, route)}`;

const deployment = i => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: server-${i}
  namespace: team-${i % 20}
  labels:
    app.kubernetes.io/name: server-${i}
spec:
  replicas: 2
  selector:
    matchLabels:
      app.kubernetes.io/name: server-${i}
  template:
    metadata:
      labels:
        app.kubernetes.io/name: server-${i}
    spec:
      automountServiceAccountToken: false
      containers:
      - name: main
        image: registry.example.com/team/server:1.${i}.0
        args: [--port=8080, --log-level=info]
        ports:
        - name: http
          containerPort: 8080
        env:
        - name: REGION
          value: eu-${i % 5}
        resources:
          requests: {cpu: 100m, memory: 64Mi}
          limits: {memory: 512Mi}
        readinessProbe:
          httpGet: {path: /healthz, port: http}
---
apiVersion: v1
kind: Service
metadata:
  name: server-${i}
  namespace: team-${i % 20}
spec:
  selector:
    app.kubernetes.io/name: server-${i}
  ports:
  - name: http
    port: 80
    targetPort: http
---
`;

const target = i => `      - id: server-${i}
        host: server-${i}.team-${i % 20}.svc.cluster.local
        port: 8080
        path: /server-${i}
        timeout: 30s
`;

const valuesText = `global:
  agentgateway:
    targets:
${repeated(995, target).replaceAll(/^ {2}/gm, '')}`;

const listed = i =>
  JSON.stringify(
    {
      name: `server-${i}`,
      url: `https://server-${i}.example.com/mcp`,
      protocol: 'streamable-http',
      enabled: i % 3 > 0,
      headers: { 'x-team': `team-${i % 20}` },
    },
    undefined,
    2,
  ).replaceAll(/^/gm, '    ');

const listText = `{
  "mcpServers": [
${Array.from({ length: 550 }, (_, index) => listed(index)).join(',\n')}
  ]
}
`;

const served = i => `  server-${i}:
    url: https://server-${i}.example.com/mcp
    headers:
      x-team: team-${i % 20}
    call_timeout: 30s
`;

/** By kind: the name of the file, its text, and a text behind which somebody types. */
export const files = {
  'static configuration': { file: 'config.yaml', text: staticText, behind: 'x-team: team-7' },
  manifests: { file: 'manifests.yaml', text: repeated(109, deployment), behind: 'value: eu-3' },
  'values of the chart': { file: 'values.yaml', text: valuesText, behind: 'path: /server-500' },
  'mcp_config.json': { file: 'mcp_config.json', text: listText, behind: '"x-team": "team-7' },
  'gateway.yaml': { file: 'gateway.yaml', text: `servers:\n${repeated(1000, served)}`, behind: 'x-team: team-7' },
};
