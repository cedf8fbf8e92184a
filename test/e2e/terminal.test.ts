/** The commands of a person at a terminal, beside a running gateway and without one: call, doctor, connect, completion. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closedPort } from '../../packages/loader/test/servers.js';
import { executable } from '../helpers/mcpgw.js';
import { testUnless } from '../helpers/needs.js';
import { until } from '../helpers/until.js';

let folder: string;
let gateway: ChildProcess | undefined;
let log = '';

const tool = (name: string, more: object = {}) => ({ name, description: `Does ${name}.`, inputSchema: { type: 'object' }, ...more });
const typed = {
  inputSchema: {
    type: 'object',
    required: ['count'],
    additionalProperties: false,
    properties: { count: { type: 'integer' }, labels: { type: 'array', items: { type: 'string' } } },
  },
};

const env = () => ({ PATH: `${join(folder, 'bin')}:${process.env.PATH}`, HOME: folder, TERM: 'dumb' });

/** The starts of the servers, one line each. */
const starts = () => readFileSync(join(folder, 'starts'), 'utf8').split('\n').length - 1;

function configure(mcpServers: readonly object[], more: object = {}): void {
  writeFileSync(join(folder, 'mcp_config.json'), JSON.stringify({ listen: '127.0.0.1:0', mcpServers, ...more }));
}

function server(name: string, more: object = {}): object {
  return {
    name,
    protocol: 'stdio',
    command: process.execPath,
    args: [join(folder, 'server.mjs'), join(folder, `${name}.json`)],
    enabled: true,
    ...more,
  };
}

const offer = (name: string, ...tools: object[]) => writeFileSync(join(folder, `${name}.json`), JSON.stringify(tools));

function mcpgw(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [executable, ...args], { cwd: folder, env: env(), encoding: 'utf8' });
  return { status, stdout, stderr };
}

async function serve(): Promise<void> {
  log = '';
  gateway = spawn(process.execPath, [executable, 'serve'], { cwd: folder, env: env(), stdio: ['ignore', 'ignore', 'pipe'] });
  gateway.stderr!.on('data', chunk => (log += chunk));
  await until(() => / ready servers=/.test(log));
}

async function stop(): Promise<void> {
  if (gateway === undefined || gateway.exitCode !== null) return;
  const ended = new Promise(resolve => gateway!.once('close', resolve));
  gateway.kill('SIGTERM');
  await ended;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mcpgw-terminal-'));
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/mcpgw'), `#!/bin/sh\nexec '${process.execPath}' '${executable}' "$@"\n`, { mode: 0o755 });
  symlinkSync(join(__dirname, '../../node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'starts'), '');
  writeFileSync(
    join(folder, 'server.mjs'),
    `import { appendFileSync, readFileSync } from 'node:fs';
import { Server } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
appendFileSync(${JSON.stringify(join(folder, 'starts'))}, 'start\\n');
const server = new Server({ name: 'fixture', version: '1' }, { capabilities: { tools: {} } });
server.setRequestHandler('tools/list', async () => ({ tools: JSON.parse(readFileSync(process.argv[2], 'utf8')) }));
server.setRequestHandler('tools/call', async ({ params }) => {
  if (params.name === 'fails') return { isError: true, content: [{ type: 'text', text: 'no such thing' }] };
  if (params.name === 'draws') return { content: [{ type: 'image', mimeType: 'image/png', data: 'cG5n' }] };
  return { content: [{ type: 'text', text: JSON.stringify(params.arguments) }] };
});
await server.connect(new StdioServerTransport());
`,
  );
  offer('a', tool('takes', typed), tool('fails'), tool('draws'));
  offer('b', tool('new'));
  configure([server('a', { trust_mode: 'auto' }), server('b', { trust_mode: 'manual' })]);
  await serve();
});
afterAll(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('beside a running gateway', () => {
  it('call types arguments by the schema, tells a failed tool from a call that could not be made, and starts no server', () => {
    const before = starts();
    const asking = expect.stringMatching(/^Asking the gateway at http:\/\/127\.0\.0\.1:\d+ \(process \d+\)\n$/);
    expect(mcpgw('call', 'a:takes', '--arg', 'count=5', '-a', 'labels=x', '-a', 'labels=y')).toEqual({
      status: 0,
      stdout: '{"count":5,"labels":["x","y"]}\n',
      stderr: asking,
    });
    expect(mcpgw('call', 'a:takes', '-q', '--args-json', '{"count": 7}').stdout).toBe('{"count":7}\n');
    expect(mcpgw('call', 'a:fails', '-q')).toEqual({ status: 1, stdout: '', stderr: 'Error: no such thing\n' });
    const json = mcpgw('call', 'a:fails', '-q', '-o', 'json');
    expect([json.status, JSON.parse(json.stdout)]).toMatchObject([1, { isError: true }]);
    expect(mcpgw('call', 'a:takes', '-q', '-a', 'count=x')).toEqual({
      status: 2,
      stdout: '',
      stderr: 'Error: --arg count: "x" is not an integer\n',
    });
    expect(mcpgw('call', 'a:takes', '-q').stderr).toBe('Error: the tool needs --arg count=...\n');
    expect(mcpgw('call', 'a:tkes', '-q')).toEqual({
      status: 2,
      stdout: '',
      stderr: 'Error: there is no tool "a:tkes"; did you mean a:takes?\n',
    });
    expect(mcpgw('call', 'b:new', '-q')).toMatchObject({ status: 2, stderr: expect.stringMatching(/pending_approval/) });
    expect(mcpgw('call', 'a:draws', '-q', '--save', 'out')).toMatchObject({
      status: 0,
      stderr: 'image (image/png, 3 bytes): out/result-1.png\n',
    });
    expect(readFileSync(join(folder, 'out/result-1.png'), 'utf8')).toBe('png');
    expect(starts()).toBe(before);
  });

  it('tools asks it too, and --no-gateway starts the servers', () => {
    const before = starts();
    const listed = mcpgw('tools', '-o', 'json');
    expect(JSON.parse(listed.stdout).tools.map(({ name, status }: Record<string, string>) => [name, status])).toEqual([
      ['a:draws', 'callable'],
      ['a:fails', 'callable'],
      ['a:takes', 'callable'],
      ['b:new', 'pending_approval'],
    ]);
    expect(mcpgw('tools', 'show', 'b:new', '-q').stdout).toMatch(
      /^tool: {11}b:new\nstatus: {9}pending approval: new, and not approved yet\n[\s\S]*Does new\./,
    );
    expect(mcpgw('tools', 'diff', 'b:new', '-q')).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/^--- b:new \(never approved\)/),
    });
    expect(mcpgw('tools', 'diff', 'a:takes', '-q')).toEqual({ status: 0, stdout: 'a:takes is as it was approved\n', stderr: '' });
    expect(starts()).toBe(before);
    expect(mcpgw('tools', '--no-gateway', '-q').status).toBe(1);
    expect(starts()).toBe(before + 2);
  });

  it('probe reports the connections of the gateway, and --no-gateway or a flag that says how connects from here', () => {
    const before = starts();
    const asked = mcpgw('probe', '-o', 'json');
    expect([asked.status, asked.stderr]).toEqual([0, expect.stringMatching(/^Asking the gateway at http:\S+ \(process \d+\)\n$/)]);
    const report = JSON.parse(asked.stdout);
    expect(report).toMatchObject({
      gateway: expect.stringMatching(/^http:/),
      summary: { available: 2, transient: 0, permanent: 0, denied: 0 },
    });
    expect(report.servers).toMatchObject([
      { id: 'a', status: 'available', transport: 'stdio', server: 'fixture 1', tools: ['takes', 'fails', 'draws'], reason: null },
      { id: 'b', status: 'available', tools: ['new'] },
    ]);
    expect(JSON.parse(mcpgw('probe', '-c', 'mcp_config.json', '--server', 'b', '-q', '-o', 'json').stdout).servers).toMatchObject([
      { id: 'b' },
    ]);
    expect(mcpgw('probe', '--server', 'c', '-q')).toEqual({
      status: 2,
      stdout: '',
      stderr: 'Error: --server: there is no server "c"; the servers are a, b\n',
    });
    expect(starts()).toBe(before);
    const here = mcpgw('probe', '--only', 'a', '--timeout', '1m', '-o', 'json');
    expect(here.stderr).toMatch(/^Connecting from here, as --timeout says; without it, the gateway at http:\S+ \(process \d+\) is asked\n/);
    expect(JSON.parse(here.stdout)).not.toHaveProperty('gateway');
    expect(starts()).toBe(before + 1);
    expect(mcpgw('probe', '--no-gateway', '--server', 'a', '-q').status).toBe(0);
    expect(starts()).toBe(before + 2);
  });

  it('activity is read through the gateway, by the name that clients use too, and from the store', () => {
    mcpgw('call', 'a:takes', '-q', '-a', 'count=31');
    const asked = mcpgw('activity', '--tool', 'a__takes', '--type', 'call', '-o', 'json', '-n', '1');
    expect([asked.status, asked.stderr]).toEqual([0, expect.stringMatching(/^Asking the gateway at /)]);
    expect(JSON.parse(asked.stdout).records).toMatchObject([{ server: 'a', tool: 'takes', outcome: 'ok' }]);
    const args = ['activity', '--config', 'mcp_config.json', '--tool', 'a__takes', '--type', 'call', '-o', 'json', '-n', '1'];
    const read = mcpgw(...args, '--no-gateway');
    expect([read.status, read.stderr]).toEqual([0, expect.stringMatching(/^Reading the record in \S+\/\.mcpgw\/activity\n$/)]);
    expect(read.stdout).toBe(asked.stdout);
    expect(mcpgw('activity', '--server', 'b', '--tool', 'a__takes', '-q', '-o', 'jsonl').stdout).toBe('');
    expect(mcpgw('activity', '-c', 'mcp_config.json', 'verify').status).toBe(0);
    expect(mcpgw('activity', '--store', 'x', '--url', 'http://127.0.0.1:1').stderr).toBe('Error: --store and --url exclude each other\n');
    expect(mcpgw('activity', 'a.json', '--config', 'b.json').stderr).toBe(
      'Error: name one configuration: as the argument, or with --config\n',
    );
  });

  it('what a tool became after its approval is shown as a diff', () => {
    expect(mcpgw('tools', 'approve', 'b:new', '-q').stdout).toBe('approved b:new\n');
    offer('b', tool('new', { description: 'Does new,\nand sends it away.' }));
    const { status, stdout } = mcpgw('tools', 'diff', 'b:new', '-q', '--no-gateway');
    expect(status).toBe(1);
    expect(stdout).toContain('-  Does new.\n+  Does new,\n+  and sends it away.\n');
    offer('b', tool('new'));
  });

  it('another gateway is named by its address, and a wrong key is said', () => {
    const url = /url=(\S+)\/mcp/.exec(log)![1]!;
    expect(mcpgw('call', 'a:takes', '-a', 'count=1', '--url', `${url}/mcp`, '-q').stdout).toBe('{"count":1}\n');
    expect(mcpgw('tools', '--url', 'ftp://x').stderr).toBe('Error: --url must be an http(s) address, not "ftp://x"\n');
    expect(mcpgw('tools', '--url', url, '--no-gateway').stderr).toBe('Error: --url and --no-gateway exclude each other\n');
    expect(mcpgw('tools', '--key', 'x').stderr).toBe('Error: --key is the key of the gateway that --url names\n');
  });

  it('doctor has a verdict for each part, and connect is seen by it', () => {
    const { status, stdout } = mcpgw('doctor', '-q');
    for (const line of [
      /^ok {7}configuration {2}mcp_config\.json: 2 servers$/m,
      /^ok {7}gateway {8}the gateway at http:\S+ \(process \d+\) is ready$/m,
      /^ok {7}servers {8}a is connected: 3 tools \(fixture 1\)$/m,
      /^skipped {2}clock {10}not checked: /m,
      /^note {5}clients {8}no client on this machine has the entry mcpgw$/m,
    ])
      expect(stdout).toMatch(line);
    expect(status).toBe(0);
    expect(mcpgw('connect', 'cursor', '--yes', '-c', 'mcp_config.json').status).toBe(0);
    const seen = JSON.parse(mcpgw('doctor', '-q', '-o', 'json').stdout) as { verdicts: { check: string; status: string; what: string }[] };
    expect(seen.verdicts.filter(({ check }) => check === 'clients')).toMatchObject([
      { status: 'ok', what: expect.stringMatching(/^Cursor is connected/) },
    ]);
    expect(mcpgw('disconnect', 'cursor', '--yes').status).toBe(0);
  });

  const installed = (shell: string) => (spawnSync(shell, ['--version']).status === 0 ? undefined : `${shell} is not installed`);
  const run = (shell: string, ...args: string[]) =>
    spawnSync(shell, args, { cwd: folder, env: env(), encoding: 'utf8' }).stdout.trim().split('\n');

  testUnless(installed('bash'), 'bash completes commands, flags, servers and tools', () => {
    const at = (line: string, words: string) =>
      run(
        'bash',
        '--norc',
        '-c',
        `source <(mcpgw completion bash); COMP_LINE='${line}'; COMP_POINT=\${#COMP_LINE}; COMP_WORDS=(${words}); _mcpgw; printf '%s\\n' "\${COMPREPLY[@]}"`,
      );
    expect(at('mcpgw ver', 'mcpgw ver')).toEqual(['version']);
    expect(at('mcpgw call --arg', 'mcpgw call --arg')).toEqual(['--arg', '--args-json']);
    expect(at('mcpgw tools --server ', 'mcpgw tools --server ""')).toEqual(['a', 'b']);
    expect(at('mcpgw call a:d', 'mcpgw call a : d')).toEqual(['draws']);
  });

  testUnless(installed('zsh'), 'zsh completes commands, flags, servers and tools', () => {
    const at = (...words: string[]) =>
      run(
        'zsh',
        '-f',
        '-c',
        `autoload -U compinit; compinit -u -D; source <(mcpgw completion zsh); compadd() { print -l -- $values }; words=(${words.map(word => `'${word}'`).join(' ')}); CURRENT=${words.length}; _mcpgw`,
      );
    expect(at('mcpgw', 'ver')).toEqual(['version']);
    expect(at('mcpgw', 'tools', '--server', '')).toEqual(['a', 'b']);
    expect(at('mcpgw', 'call', 'a:d')).toEqual(['a:draws']);
  });

  testUnless(installed('fish'), 'fish completes commands, flags, servers and tools', () => {
    const at = (line: string) =>
      run('fish', '--no-config', '-c', `mcpgw completion fish | source; complete -C '${line}'`).map(each => each.split('\t')[0]);
    expect(at('mcpgw ver')).toEqual(['version']);
    expect(at('mcpgw tools --server ')).toEqual(['a', 'b']);
    expect(at('mcpgw call a:d')).toEqual(['a:draws']);
  });

  it('answers what the script of PowerShell asks, also for an empty word', () => {
    const at = (current: string, ...before: string[]) =>
      mcpgw('completion', 'words', '--shell', 'powershell', `--current=${current}`, '--', ...before).stdout;
    expect(at('ver')).toBe('version\tprint the versions of mcpgw, Helm, agentgateway and Kubernetes\n');
    expect(at('a:d', 'call')).toBe('a:draws\n');
    expect(at('', 'completion')).toBe('bash\nzsh\nfish\npowershell\n');
  });

  testUnless(installed('pwsh'), 'PowerShell completes commands and tools', () => {
    const at = (line: string) =>
      run(
        'pwsh',
        '-NoProfile',
        '-Command',
        `mcpgw completion powershell | Out-String | Invoke-Expression; (TabExpansion2 '${line}' ${line.length}).CompletionMatches.CompletionText`,
      );
    expect(at('mcpgw ver')).toEqual(['version']);
    expect(at('mcpgw call a:d')).toEqual(['a:draws']);
  });

  it('a gateway that ended is not asked', async () => {
    expect(readdirSync(join(folder, '.mcpgw/gateways'))).toHaveLength(1);
    await stop();
    expect(readdirSync(join(folder, '.mcpgw/gateways'))).toEqual([]);
    const { stdout, stderr } = mcpgw('call', 'a:takes', '-a', 'count=1');
    expect([stdout, stderr]).toEqual(['{"count":1}\n', 'No gateway of mcp_config.json runs: starting its servers\n']);
  });
});

describe('doctor without a gateway', () => {
  it('starts the servers, and says what is wrong and what to do', async () => {
    configure([server('a', { trust_mode: 'auto' }), { name: 'gone', url: `http://127.0.0.1:${await closedPort()}/mcp`, enabled: true }]);
    const { status, stdout } = mcpgw('doctor');
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /^note {5}gateway {8}no gateway runs with this configuration; its servers were started for this check\n {24}→ mcpgw serve starts one$/m,
    );
    expect(stdout).toMatch(
      /^error {4}servers {8}gone is down: .*refused.*\n {24}→ nothing listens there: check that the server runs, and its port$/m,
    );
    expect(stdout).toMatch(/\n\n1 problem, \d not checked\n$/);
  });

  it('a configuration that is refused is a problem, and what was not checked is said', () => {
    writeFileSync(join(folder, 'mcp_config.json'), '{"mcpServers": 5}');
    const { status, stdout } = mcpgw('doctor');
    expect(status).toBe(1);
    expect(stdout).toMatch(/^error {4}configuration {2}mcp_config\.json is refused: 1 error/m);
    expect(stdout).toMatch(/^skipped {2}servers {8}not checked: the configuration is refused$/m);
  });
});

describe('connect', () => {
  it('lists clients, shows the change, keeps the file before, and writes nothing unasked', () => {
    expect(mcpgw('connect').stdout).toMatch(/^claude-code {5}Claude Code {5}\S+\.mcp\.json$/m);
    expect(mcpgw('connect', 'cursr').stderr).toMatch(/^Error: the client "cursr" is not known; did you mean cursor\?/);
    expect(mcpgw('connect', 'nobody').stderr).toMatch(
      /^Error: the client "nobody" is not known\nthe known clients are claude-code, .*, zed\n$/,
    );
    const file = join(folder, 'zed.json');
    const text = '// mine\n{\n  "theme": "One", // dark\n}\n';
    writeFileSync(file, text);
    const url = ['--url', 'http://127.0.0.1:18080'];
    const asked = mcpgw('connect', 'zed', '--file', file, ...url);
    expect(asked).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(
        /\+ {2}"context_servers": \{[\s\S]*Error: nobody can be asked here: use --yes to write, or --dry-run to look\n$/,
      ),
    });
    expect(mcpgw('connect', 'zed', '--file', file, '--dry-run', ...url).status).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect(mcpgw('connect', 'zed', '--file', file, '--yes', ...url).stdout).toMatch(
      /was written; the file before is \S+zed\.json\.mcpgw-1\.bak\n$/,
    );
    expect(readFileSync(file, 'utf8')).toContain('// mine\n{\n  "theme": "One", // dark\n');
    expect(readFileSync(`${file}.mcpgw-1.bak`, 'utf8')).toBe(text);
    expect(mcpgw('disconnect', 'zed', '--file', file, '--yes').status).toBe(0);
    expect(readFileSync(file, 'utf8')).not.toContain('mcpgw');
    expect(mcpgw('connect', 'codex', '--print', ...url).stdout).toBe('[mcp_servers.mcpgw]\nurl = "http://127.0.0.1:18080/mcp"\n');
  });
});
