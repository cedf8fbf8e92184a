/** Starters between a client and its server, headers that carry a token, and durations that nobody waits for. */
import { found } from '../../test/found.js';

const program = (command: string, ...args: string[]): string => JSON.stringify({ mcpServers: { a: { command, args } } });
const started = (command: string, ...args: string[]): string[] =>
  found('client-config', program(command, ...args), [
    'option-after-program',
    'program-output',
    'bridge-address',
    'docker-run',
    'command-not-a-program',
  ]);
const after = (index: number): string => `warning option-after-program mcpServers.a.args.${index}`;
const output = (index: number): string => `warning program-output mcpServers.a.args.${index}`;

it.each<[command: string, args: string[], findings: string[]]>([
  ['uv', ['run', 'server.py', '--directory', '/srv'], [after(2)]],
  ['uv', ['--directory', '/srv', 'run', 'server.py'], []],
  ['uv', ['run', '--directory', '/srv', 'server.py'], []],
  ['uv', ['run', '--with', 'mcp', 'server.py', '--port', '1'], []],
  ['uv', ['run', '-m', 'server', '--project', '/srv'], [after(3)]],
  ['uv', ['run', 'server.py', '--', '--project', 'x'], []],
  ['uv', ['sync', '--project', 'x'], []],
  ['npx', ['@acme/mcp', '-y'], [after(1)]],
  ['npx', ['-y', '@acme/mcp', '--yes-really'], []],
  ['npx', ['-p', '@acme/mcp', 'acme-mcp'], []],
  ['npx', [], ['warning command-not-a-program mcpServers.a.command']],
  ['/usr/bin/npx', ['-y', '--quiet'], ['warning command-not-a-program mcpServers.a.command']],
  ['uvx', [], ['warning command-not-a-program mcpServers.a.command']],
  ['npx', ['--version'], []],
  ['uvx', ['mcp-git', '--from', 'acme'], [after(1)]],
  ['uvx', ['--from', 'acme', 'mcp-git'], []],
  ['node', ['server.js', '--max-old-space-size=100'], [after(1)]],
  ['node', ['--max-old-space-size=100', 'server.js'], []],
  ['node', ['--import', 'tsx', 'server.ts', '--inspection'], []],
  ['deno', ['run', 'server.ts', '--allow-net'], [after(2)]],
  ['deno', ['run', '--allow-net', 'server.ts'], []],
  ['java', ['-jar', 'a.jar', '-Xmx512m'], [after(2)]],
  ['java', ['-Xmx512m', '-jar', 'a.jar', '-v'], []],
  ['docker', ['run', '-i', '--rm', 'ghcr.io/a/b:1', '-e', 'TOKEN=a'], [after(4)]],
  ['docker', ['run', '-i', '-e', 'TOKEN', 'ghcr.io/a/b:1'], ['info docker-run mcpServers.a.args.3']],
  ['docker', ['run', '-i', '-e', 'TOKEN=x', 'ghcr.io/a/b:1'], []],
  ['docker', ['run', '-i', '--rm', 'mcp/grafana', '-t', 'stdio', '-d'], []],
  ['docker', ['run', '-i', '-v', './data:/data', 'ghcr.io/a/b:1'], ['warning docker-run mcpServers.a.args.3']],
  ['docker', ['run', '-i', '-v~/data:/data', 'ghcr.io/a/b:1'], ['warning docker-run mcpServers.a.args.2']],
  ['docker', ['run', '-i', '--mount', 'type=bind,src=../data,dst=/data', 'ghcr.io/a/b:1'], ['warning docker-run mcpServers.a.args.3']],
  ['docker', ['run', '-i', '--volume=$PWD:/data', 'ghcr.io/a/b:1'], ['warning docker-run mcpServers.a.args.2']],
  ['docker', ['run', '-i', '-v', '/srv/data:/data', '-v', 'cache:/cache', 'ghcr.io/a/b:1'], []],
  ['docker', ['run', '-i', '--rm', '--entrypoint', 'x', 'ghcr.io/a/b:1', 'stdio'], []],
  ['npm', ['run', 'start'], [output(0)]],
  ['npm', ['run', '--silent', 'start'], []],
  ['npm', ['exec', '@acme/mcp'], []],
  ['pnpm', ['-s', 'start'], []],
  ['yarn', ['start'], [output(0)]],
  ['nodemon', ['server.js'], ['warning program-output mcpServers.a.command']],
  ['make', ['serve'], ['warning program-output mcpServers.a.command']],
  ['conda', ['run', '-n', 'mcp', 'python', 's.py'], [output(0)]],
  ['conda', ['run', '--no-capture-output', '-n', 'mcp', 'python', 's.py'], []],
  ['bash', ['-c', 'echo starting; exec node s.js'], [output(1)]],
  ['bash', ['-c', 'echo starting >&2; exec node s.js'], []],
  ['sh', ['-c', 'echo $$ > /run/server.pid; exec node s.js'], []],
  ['sh', ['-c', 'echo starting >> /tmp/log; exec node s.js'], []],
  ['sh', ['-c', 'echo starting 2>&1; exec node s.js'], [output(1)]],
  ['bash', ['-c', 'exec node s.js'], []],
  ['bash', ['-lc', "cat <<< 'a; echo b' | node s.js"], []],
  ['kubectl', ['exec', 'deploy/a', '--', 'a'], [output(0)]],
  ['kubectl', ['exec', '-i', 'deploy/a', '--', 'a'], []],
  ['docker', ['exec', '-it', 'a', 'b'], [output(1)]],
  ['docker', ['compose', 'run', '--rm', 'a'], [output(1)]],
  ['docker', ['compose', 'run', '--rm', '-T', 'a'], []],
  ['npx', ['-y', 'mcp-remote', 'http://crm.acme.com/mcp'], ['error bridge-address mcpServers.a.args.2']],
  ['npx', ['-y', 'mcp-remote@0.1.29', 'http://10.0.0.1/mcp', '--allow-http'], []],
  ['npx', ['-y', 'mcp-remote', 'http://localhost:3000/mcp'], []],
  ['npx', ['-y', 'mcp-remote', 'https://a.example.com/mcp', '--header', 'Authorization'], ['warning bridge-address mcpServers.a.args.4']],
  ['npx', ['-y', 'mcp-remote', 'https://a.example.com/mcp', '--header', 'Authorization:${T}'], []],
  [
    'npx',
    ['-y', 'mcp-remote', 'https://a.example.com/mcp', '--header', 'Authorization : x'],
    ['warning bridge-address mcpServers.a.args.4'],
  ],
  ['npx', ['-y', 'mcp-remote', 'http://[::1]:3000/mcp'], ['error bridge-address mcpServers.a.args.2']],
  ['npx', ['-y', 'mcp-remote', 'http://127.0.0.2:3000/mcp'], ['error bridge-address mcpServers.a.args.2']],
  ['npx', ['-y', 'mcp-remote', 'localhost:3000/mcp'], ['error bridge-address mcpServers.a.args.2']],
  ['npx', ['-y', 'mcp-remote', 'a.example.com/mcp'], ['error bridge-address mcpServers.a.args.2']],
  ['npx', ['-y', 'mcp-remote', '--debug', 'https://a.example.com/mcp'], ['error bridge-address mcpServers.a.args.2']],
  ['npx', ['-y', 'mcp-remote', '--header', 'A: b', 'https://a.example.com/mcp', '3334', '--debug'], []],
  ['npx', ['-y', 'mcp-remote', '--header-file', '/etc/headers', 'https://a.example.com/mcp'], []],
  ['npx', ['-y', 'mcp-remote', '${MCP_URL}'], []],
  ['npx', ['-y', 'mcp-remote', '$MCP_URL'], []],
  ['mcp-remote', ['https://a.example.com/${TENANT}/mcp'], []],
  ['npx', ['-y', 'mcp-remote'], []],
])('%s %j', (command, args, findings) => expect(started(command, ...args)).toEqual(findings));

const serve = (text: string): string => `servers: {a: {url: "https://a.example.com/mcp", trust_mode: auto}}\n${text}`;

it.each<[text: string, rule: string, findings: string[]]>([
  ['timeouts: {start: 1h}', 'duration-too-long', ['warning duration-too-long timeouts.start']],
  ['timeouts: {start: 5m}', 'duration-too-long', []],
  ['timeouts: {call: 1h, queue: 11m}', 'duration-too-long', ['warning duration-too-long timeouts.queue']],
  ['telemetry: {endpoint: "http://c:4318", interval: 90m}', 'duration-too-long', ['warning duration-too-long telemetry.interval']],
  ['limits: {metric_tools: 500}\nmetrics: false', 'unused-setting', ['warning unused-setting limits.metric_tools']],
  ['limits: {metric_tools: 500}\nmetrics: false\ntelemetry: {endpoint: "http://c:4318"}', 'unused-setting', []],
  ['limits: {metric_tools: 500}', 'unused-setting', []],
  ['tool_names: {max_length: 65}', 'limit-order', ['warning limit-order tool_names.max_length']],
  ['tool_names: {max_length: 64}', 'limit-order', []],
  ['limits: {stream_bytes: 1024}', 'limit-order', ['warning limit-order limits.stream_bytes']],
  ['limits: {stream_bytes: 65536, stream_events: 10}', 'limit-order', []],
  ['hold_unreviewed: true', 'overridden-trust', ['info overridden-trust hold_unreviewed']],
  ['hold_unreviewed: true\nservers_from: [more.json]', 'overridden-trust', []],
  [
    'auth: {oauth: {resource: "https://g.example.com/mcp", issuers: [{issuer: "https://l.example.com"}], required_scopes: [mcp, x], admins: {scopes: [mcp]}}}',
    'profile-binding',
    ['warning profile-binding auth.oauth.admins.scopes'],
  ],
  [
    'auth: {oauth: {resource: "https://g.example.com/mcp", issuers: [{issuer: "https://l.example.com"}], required_scopes: [mcp], admins: {scopes: [mcp, admin]}}}',
    'profile-binding',
    [],
  ],
  [
    'listen: "0.0.0.0:8080"\nauth: {oauth: {resource: "http://localhost:8080/mcp", issuers: [{issuer: "https://l.example.com", groups_claim: sub}]}}',
    'oauth-settings',
    ['warning oauth-settings auth.oauth.resource', 'warning oauth-settings auth.oauth.issuers.0.groups_claim'],
  ],
  [
    'listen: "127.0.0.1:8080"\nauth: {oauth: {resource: "http://localhost:8080/mcp", issuers: [{issuer: "https://l.example.com", groups_claim: realm.roles}]}}',
    'oauth-settings',
    [],
  ],
  ['profiles: [{name: p, servers: [a], tools: {a: ["a__get_*"]}}]', 'profile-binding', ['warning profile-binding profiles.0.tools.a.0']],
  ['profiles: [{name: p, servers: [a], tools: {a: ["get_.*"]}}]', 'profile-binding', ['warning profile-binding profiles.0.tools.a.0']],
  ['profiles: [{name: p, servers: [a], tools: {a: ["get_*", list]}}]', 'profile-binding', []],
  [
    'telemetry: {endpoint: "https://c.example.com:4318", headers: {Authorization: "${env:OTLP_TOKEN}"}}',
    'authorization-value',
    ['info authorization-value telemetry.headers.Authorization'],
  ],
  ['telemetry: {endpoint: "https://c.example.com:4318", headers: {Authorization: "${env:OTLP_AUTH}"}}', 'authorization-value', []],
  [
    'apis: [{name: s, base_url: "https://s.example.com", auth: {header: Authorization, file: /run/token}, endpoints: [{name: e, method: GET, path: /e}]}]',
    'authorization-value',
    ['info authorization-value apis.0.auth.file'],
  ],
  [
    'apis: [{name: s, base_url: "https://s.example.com", auth: {header: Authorization, file: /run/token, prefix: "Bearer "}, endpoints: [{name: e, method: GET, path: /e}]}]',
    'authorization-value',
    [],
  ],
  ['telemetry: {endpoint: "http://collector.monitoring:4318", headers: {X-Api-Key: "${env:T}"}}', 'credential-over-http', []],
  [
    'telemetry: {endpoint: "http://collector.acme.com:4318", headers: {X-Api-Key: "${env:T}"}}',
    'credential-over-http',
    ['warning credential-over-http telemetry.endpoint'],
  ],
])('%s', (text, rule, findings) => expect(found('serve', serve(text), [rule])).toEqual(findings));

it.each<[url: string, findings: string[]]>([
  ['https://github.com/acme/mcp-server', ['warning doubtful-url mcpServers.a.url']],
  ['https://www.npmjs.com/package/@acme/mcp', ['warning doubtful-url mcpServers.a.url']],
  ['https://gitlab.com/api/v4/mcp', []],
  ['https://api.githubcopilot.com/mcp/', []],
  ['https://gitmcp.io/acme/docs', []],
])('%s', (url, findings) =>
  expect(found('client-config', `mcpServers: {a: {type: http, url: "${url}"}}`, ['doubtful-url'])).toEqual(findings),
);

it.each([
  ['get_*', ['warning unmatched-tool-name mcpServers.a.autoApprove.0']],
  ['*', []],
  ['get_issue', []],
])('autoApprove: %s', (name, findings) =>
  expect(found('client-config', `mcpServers: {a: {command: x, autoApprove: ["${name}"]}}`, ['unmatched-tool-name'])).toEqual(findings),
);

it.each([
  ['GITHUB_TOKEN', 'GITHUB_TOKEN', ['warning unfilled-value mcpServers.a.env.GITHUB_TOKEN']],
  ['MODE', 'MODE', []],
  ['GITHUB_TOKEN', '${GITHUB_TOKEN}', []],
])('the value of %s is %s', (name, value, findings) =>
  expect(found('client-config', `mcpServers: {a: {command: x, env: {${name}: "${value}"}}}`, ['unfilled-value'])).toEqual(findings),
);
