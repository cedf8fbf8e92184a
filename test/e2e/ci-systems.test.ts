/** The files for CI systems run as those systems run them: the GitHub Action, the job of `init`, pre-commit, GitLab, Argo CD, Kustomize. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { executable, mcpgw, root } from '../helpers/mcpgw.js';
import { testUnless } from '../helpers/needs.js';

let folder: string;
let repo: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'mcpgw-ci-')));
  repo = join(folder, 'repo');
  for (const name of ['repo', 'bin', 'home']) mkdirSync(join(folder, name));
  symlinkSync(executable, join(folder, 'bin/mcpgw'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const environment = () => ({
  PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
  HOME: join(folder, 'home'),
  GIT_CONFIG_GLOBAL: '/dev/null',
  GITHUB_OUTPUT: join(folder, 'output'),
  GITHUB_STEP_SUMMARY: join(folder, 'summary'),
  RUNNER_TEMP: folder,
});

interface Ran {
  readonly status: number | null;
  readonly output: string;
}

/** As a runner of GitHub runs `shell: bash`; GitLab and others end at the first failure too. */
function bash(script: string, env: Readonly<Record<string, string>> = {}, cwd = repo): Ran {
  const options = { cwd, env: { ...environment(), ...env }, encoding: 'utf8' as const };
  const { status, stdout, stderr } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], options);
  return { status, output: stdout + stderr };
}

const identity = '-c user.name=T -c user.email=t@example.com';

/** A repository with its main branch, and a branch that changes `values.yaml` from 8000 to 8001. */
function repositoryWithChange(): void {
  const values = readFileSync(join(root, 'examples/first-route/values.yaml'), 'utf8');
  writeFileSync(join(repo, 'values.yaml'), values);
  const { status, output } = bash(
    `git init -q -b main && git add -A && git ${identity} commit -qm one && git clone -q --bare . ../origin && git remote add origin ../origin
     git checkout -q -b change && sed -i s/8000/8001/ values.yaml && git ${identity} commit -qam two
     git checkout -q main && git ${identity} merge -q --no-ff -m merge change`,
  );
  if (status !== 0) throw new Error(output);
}

const read = (name: string): string => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : '');

describe('the GitHub Action', () => {
  interface Step {
    readonly name: string;
    readonly if?: string;
    readonly env: Readonly<Record<string, string>>;
    readonly run: string;
  }
  const action = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as {
    inputs: Record<string, { default?: string }>;
    runs: { steps: Step[] };
  };

  /** Runs a step with `inputs`; the others have their defaults. */
  function run(name: string, inputs: Readonly<Record<string, string>>): Ran {
    const step = action.runs.steps.find(each => each.name === name)!;
    const values: Record<string, string> = { 'github.base_ref': 'main' };
    for (const [input, { default: value = '' }] of Object.entries(action.inputs)) values[`inputs.${input}`] = inputs[input] ?? value;
    const env = Object.entries(step.env).map(([key, text]) => [key, text.replace(/\$\{\{ (.+?) \}\}/g, (_, path) => values[path]!)]);
    return bash(step.run, Object.fromEntries(env));
  }

  test('a finding is an annotation, and fails the step', () => {
    cpSync(join(root, 'examples/mistakes/proxy.yaml'), join(repo, 'a $(touch x) b.yaml'));
    const { status, output } = run('mcpgw validate', { paths: 'a $(touch x) b.yaml\n', args: '--gateway-version\nv1.4.1\n' });
    expect({ status, first: output.split('\n')[0] }).toEqual({
      status: 1,
      first: expect.stringMatching(/^::error file=a \$\(touch x\) b\.yaml,line=8,.*::.*does not know the field "timeout"/),
    });
    expect(existsSync(join(repo, 'x'))).toBe(false);
  });

  test('without a finding the step passes; golden cases are run', () => {
    expect(mcpgw(['init', repo, '--ci', 'none', '--release', 'team']).status).toBe(0);
    expect(run('mcpgw validate', { paths: 'values.yaml' })).toMatchObject({ status: 0 });
    expect(run('mcpgw golden', { golden: 'golden' })).toEqual({ status: 0, output: '1 passed, 0 failed, rendered as Helm 4.2.4\n' });
  });

  test('the difference to the base branch goes to the summary and to the file of the output', () => {
    repositoryWithChange();
    expect(run('mcpgw diff', { values: 'values.yaml' })).toEqual({ status: 0, output: '' });
    expect(read('output')).toBe('comment=mcpgw-diff.md\n');
    expect(read('summary')).toContain('### mcpgw diff');
    expect(readFileSync(join(repo, 'mcpgw-diff.md'), 'utf8')).toMatch(/:8000.*:8001/);
  });

  test('a file that cannot be compared fails the step', () => {
    repositoryWithChange();
    expect(run('mcpgw diff', { values: 'none.yaml' }).status).not.toBe(0);
    expect(read('output')).toBe('');
  });
});

describe('the job of mcpgw init', () => {
  interface Job {
    readonly permissions?: object;
    readonly steps: readonly { readonly name?: string; readonly run?: string; readonly id?: string }[];
  }
  const jobs = () =>
    parse(readFileSync(join(repo, '.github/workflows/mcp-gateway.yaml'), 'utf8')) as { permissions: object; jobs: Record<string, Job> };

  test('checks values and golden cases, and puts the difference into the summary; only the comment may write', () => {
    repositoryWithChange();
    rmSync(join(repo, 'values.yaml'));
    expect(mcpgw(['init', repo, '--release', 'team']).status).toBe(0);
    bash(`git add -A && git ${identity} commit -qm init && sed -i s/8000/8001/ values.yaml && git ${identity} commit -qam change`);
    const { permissions, jobs: all } = jobs();
    expect([permissions, all.check!.permissions, all.comment!.permissions]).toEqual([
      { contents: 'read' },
      undefined,
      { 'pull-requests': 'write' },
    ]);
    const steps = all.check!.steps.filter(({ run, name }) => run !== undefined && name !== 'mcpgw');
    const statuses = steps.map(({ run }) => bash(run!).status);
    expect([steps.map(({ run }) => run!.split(' ')[1]), statuses]).toEqual([
      ['validate', 'golden', 'show'],
      [0, 1, 0],
    ]);
    expect(read('output')).toBe('changes=true\n');
    expect(read('summary')).toMatch(/:8000.*:8001/);
  });
});

describe('pre-commit', () => {
  const program = join(root, '.cache/bin/pre-commit');
  testUnless(existsSync(program) ? undefined : 'pre-commit is not installed', 'its hooks pass and fail as mcpgw does', () => {
    const hooks = join(folder, 'hooks');
    mkdirSync(hooks);
    cpSync(join(root, '.pre-commit-hooks.yaml'), join(hooks, '.pre-commit-hooks.yaml'));
    bash(`git init -q -b main && git add -A && git ${identity} commit -qm hooks`, {}, hooks);
    expect(mcpgw(['init', repo, '--ci', 'none', '--release', 'team']).status).toBe(0);
    const config = `repos:
  - repo: ${hooks}
    rev: ${bash('git rev-parse HEAD', {}, hooks).output.trim()}
    hooks:
      - id: mcpgw-validate
      - id: mcpgw-validate-chart
        args: [values.yaml]
      - id: mcpgw-golden
        args: [golden]
`;
    writeFileSync(join(repo, '.pre-commit-config.yaml'), config);
    writeFileSync(join(repo, 'mcp_config.json'), '{"mcpServers": [{"name": "a", "url": "http://127.0.0.1:8001/mcp", "enabled": true}]}\n');
    const hook = () => bash(`git init -q -b main; git add -A; "${program}" run --all-files`);
    const good = hook();
    expect({ status: good.status, passed: good.output.match(/\.Passed/g)?.length, output: good.output }).toMatchObject({
      status: 0,
      passed: 3,
    });
    writeFileSync(join(repo, 'mcp_config.json'), '{"mcpServers": 5}\n');
    const bad = hook();
    expect([bad.status, bad.output.match(/\.Failed/g)?.length]).toEqual([1, 1]);
    expect(bad.output).toContain('hook id: mcpgw-validate\n- exit code: 1\n');
  });
});

test('GitLab: the script of the component, with its inputs', () => {
  expect(mcpgw(['init', repo, '--ci', 'none', '--release', 'team']).status).toBe(0);
  const text = readFileSync(join(root, 'examples/ci/gitlab/mcpgw.yml'), 'utf8');
  const [spec, component] = text.split('\n---\n');
  const defaults = (parse(spec!) as { spec: { inputs: Record<string, { default?: string }> } }).spec.inputs;
  const given: Record<string, string> = { image: 'registry.example/mcpgw', paths: 'values.yaml' };
  const filled = component!.replaceAll(/\$\[\[ inputs\.(\w+) \]\]/g, (_, name) => given[name] ?? defaults[name]!.default!);
  const { mcpgw: job } = parse(filled) as { mcpgw: { script: string[]; artifacts: { reports: { junit: string } } } };
  const run = () => bash(job.script.join('\n'));
  expect(run().status).toBe(0);
  expect(readFileSync(join(repo, job.artifacts.reports.junit), 'utf8')).toMatch(/^<\?xml/);
  writeFileSync(join(repo, 'values.yaml'), 'nope: 1\n');
  expect(run().status).not.toBe(0);
});

test('Argo CD: the commands of the plugin, with the variables of the repo-server', () => {
  const { spec } = parse(readFileSync(join(root, 'examples/ci/argocd/plugin.yaml'), 'utf8')) as {
    spec: Record<'init' | 'generate', { command: string[]; args: string[] }> & { discover: { fileName: string } };
  };
  cpSync(join(root, 'examples/first-route/values.yaml'), join(repo, spec.discover.fileName));
  const run = ({ command, args }: { command: string[]; args: string[] }) => {
    const env = { ...environment(), ARGOCD_APP_NAME: 'gateway', ARGOCD_APP_NAMESPACE: 'mcp' };
    return spawnSync(command[0]!, [...command.slice(1), ...args], { cwd: repo, env, encoding: 'utf8' });
  };
  expect(run(spec.init)).toMatchObject({ status: 0, stdout: '' });
  const { status, stdout } = run(spec.generate);
  expect(status).toBe(0);
  const kinds = parseAllDocuments(stdout).map(document => document.get('kind'));
  expect(kinds).toEqual(expect.arrayContaining(['Deployment', 'Service', 'ConfigMap']));
  writeFileSync(join(repo, spec.discover.fileName), 'global: {agentgateway: {extraMcpTargets: [{}]}}\n');
  expect(run(spec.init)).toMatchObject({ status: 1, stdout: '' });
});

const kustomize = join(root, '.cache/bin/kustomize');
testUnless(existsSync(kustomize) ? undefined : 'kustomize is not installed', 'Kustomize: the function renders the chart', () => {
  const example = join(root, 'examples/ci/kustomize');
  const { status, output } = bash(`"${kustomize}" build --enable-alpha-plugins --enable-exec "${example}"`);
  expect({ status, kinds: parseAllDocuments(output).map(document => document.get('kind')) }).toEqual({
    status: 0,
    kinds: expect.arrayContaining(['Deployment', 'Service', 'ConfigMap']),
  });
  expect(output).toContain('jira-mcp.tools.svc.cluster.local:8000');
});

test('Flux: the manifests are valid', () => {
  const { status, stdout } = mcpgw(['validate', 'examples/ci/flux', '--ignore-missing-schemas']);
  expect([status, stdout]).toEqual([0, expect.stringMatching(/0 errors|nothing wrong/)]);
});

testUnless(
  existsSync(kustomize) ? undefined : 'kustomize is not installed',
  'Flux: Kustomize builds what the job pushed, as its controller does',
  () => {
    const example = readFileSync(join(root, 'examples/ci/flux/gateway.yaml'), 'utf8');
    const render = /^# {3}(mcpgw render .*)$/m.exec(example)![1]!;
    const [, controlled] = parseAllDocuments(example).map(
      document => document.toJS() as { spec: { targetNamespace: string; path: string } },
    );
    cpSync(join(root, 'examples/acme-production/values.yaml'), join(repo, 'values.yaml'));
    mkdirSync(join(repo, 'out'));
    expect(bash(render)).toEqual({ status: 0, output: expect.stringMatching(/^(?:warning.*\n)*$/i) });
    // The controller makes this file for a folder that has none: every manifest in it, and the namespace of the Kustomization.
    const { targetNamespace, path } = controlled!.spec;
    const pushed = join(repo, 'out', path);
    writeFileSync(join(pushed, 'kustomization.yaml'), `resources: [gateway.yaml]\nnamespace: ${targetNamespace}\n`);
    const { status, output } = bash(`"${kustomize}" build "${pushed}"`);
    expect(status).toBe(0);
    const objects = (text: string) =>
      parseAllDocuments(text)
        .map(document => document.toJS() as { kind: string; metadata: { name: string } })
        .toSorted((one, other) => `${one.kind}/${one.metadata.name}`.localeCompare(`${other.kind}/${other.metadata.name}`));
    expect(objects(output)).toEqual(objects(read('repo/out/gateway.yaml')));
  },
);
