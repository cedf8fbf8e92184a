import { generateKeyPairSync } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { chartYaml, type Outcome, runCommand, writeTree } from '../../../test/helpers/command.js';
import { registerDiff } from '../commands/diff.js';
import { registerGolden } from '../commands/golden.js';
import { registerProbe } from '../commands/probe.js';
import { registerRender } from '../commands/render.js';
import { registerValidate } from '../commands/validate.js';
import { helmFlags, klogFlags } from './helm-flags.js';

const mockWritten: string[] = [];
jest.mock('../stdout.js', () => ({ writeData: (text: string) => mockWritten.push(text), endProcess: () => {} }));

const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: "{{ .Release.Name }}", namespace: "{{ .Release.Namespace }}"}\n';
const out = (name: string, namespace: string): string =>
  `---\n# Source: app/templates/a.yaml\n${text.replace('{{ .Release.Name }}', name).replace('{{ .Release.Namespace }}', namespace)}`;
const context = (name: string, namespace: string): string => `- {name: ${name}, context: {cluster: k, namespace: ${namespace}}}\n`;

const home = process.cwd();
const environment = ['HOME', 'KUBECONFIG', 'HELM_NAMESPACE', 'HELM_DEBUG', 'HELM_KUBECONTEXT', 'KUBERNETES_SERVICE_HOST'];
const before = environment.map(name => [name, process.env[name]] as const);
let folder = '';

beforeAll(() => {
  folder = writeTree({
    'app/Chart.yaml': chartYaml('app'),
    'app/templates/a.yaml': text,
    'dns/Chart.yaml': chartYaml('dns'),
    'dns/templates/a.yaml': 'a: "{{ getHostByName "localhost" }}"\n',
    'parent/Chart.yaml': chartYaml(
      'parent',
      'dependencies:\n- {name: a, version: 1.0.0, repository: ""}\n- {name: b, version: 1.0.0, repository: ""}\n',
    ),
    'kube.yaml': `current-context: one\ncontexts:\n${context('one', 'ns-one')}${context('two', 'ns-two')}`,
    'other.yaml': `current-context: two\ncontexts:\n${context('three', 'ns-three')}`,
    'no.pem': 'nothing\n',
    'key.pem': String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })),
  });
  process.chdir(folder);
});
beforeEach(() => {
  for (const name of environment) delete process.env[name];
  process.env.HOME = folder;
});
afterAll(() => {
  process.chdir(home);
  for (const [name, value] of before) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  rmSync(folder, { recursive: true });
});

const render = (...argv: string[]): Promise<Outcome> => runCommand(registerRender, mockWritten, ['render', ...argv]);
const deprecated = (name: string, instead: string): string => `Flag --${name} has been deprecated, ${instead}\n`;
const noTls = "Error: missing registry client: can't create TLS config for client: ";

describe('flags without meaning for a local render do nothing', () => {
  const value: Readonly<Record<string, string>> = {
    color: 'never',
    duration: '3s',
    float32: '1.5',
    int: '3',
    string: 'x',
    stringArray: 'x',
    stringToString: 'k=v',
    wait: 'legacy',
  };
  const unused = [...helmFlags, ...klogFlags].filter(({ refusal, name }) => refusal === undefined && !/^(?:ca|cert|key)-file$/.test(name));
  test.each(unused.map(({ name, type }) => (type === 'bool' ? `--${name}` : `--${name}=${value[type]}`)))('%s', async word => {
    const { code, stdout, stderr } = await render('rel', 'app', word);
    expect({ code, stdout }).toEqual({ code: 0, stdout: out('rel', 'default') });
    expect(stderr.replace(/^Flag --\S+ has been deprecated, .*\n/, '')).toBe('');
  });

  test.each<[string[], string]>([
    [
      ['--atomic', '--force=false'],
      deprecated('atomic', 'use --rollback-on-failure instead') + deprecated('force', 'use --force-replace instead'),
    ],
    [['--hide-notes'], deprecated('hide-notes', "this flag has no effect for 'helm template' and will be removed in Helm 5")],
    [['--validate=false'], deprecated('validate', "use '--dry-run=server' instead")],
    [['--wait=true'], 'level=WARN msg="--wait=true is deprecated (boolean value) and can be replaced with --wait=watcher"\n'],
    [['--dry-run'], 'level=WARN msg="--dry-run is deprecated and should be replaced with \'--dry-run=client\'"\n'],
    [['--dry-run=1'], "level=WARN msg=\"boolean '--dry-run=1' flag is deprecated and must be replaced with '--dry-run=client'\"\n"],
    [['--dry-run=client', '--repo=', '--verify=f', '--post-renderer='], ''],
    [['--dependency-update', '--enable-dns'], ''],
  ])('%j', async (flags, stderr) => {
    expect(await render('rel', 'app', ...flags)).toEqual({ code: 0, stdout: out('rel', 'default'), stderr });
  });
});

describe('refused, with what Helm says or with the reason', () => {
  test.each<[string[], string]>([
    [
      ['app', '--repo', 'https://x'],
      'Error: --repo is refused: mcpgw downloads no charts; fetch it with helm pull CHART --repo URL and name the archive\n',
    ],
    [['app', '--verify'], 'Error: --verify is refused: mcpgw checks no signatures; run helm verify ARCHIVE first and leave it out\n'],
    [
      ['app', '--post-renderer=x'],
      'Error: --post-renderer is refused: mcpgw runs no other programs; leave it out and give what mcpgw prints to the program\n',
    ],
    [['app', '--dry-run=server'], 'Error: --dry-run=server is refused: mcpgw renders without a cluster; use --dry-run=client\n'],
    [
      ['parent', '--dependency-update'],
      'Error: --dependency-update is refused: mcpgw downloads no charts; run helm dependency update CHART first (missing: a, b)\n',
    ],
    [['app', '--dry-run=none'], 'Error: invalid dry-run value ("none"). Must be "server" or "client"\n'],
    [['app', '--dry-run='], 'Error: invalid dry-run value (""). Must be "none", "server", or "client"\n'],
    [
      ['app', '--wait=x'],
      'Error: invalid argument "x" for "--wait" flag: invalid wait input "x". Valid inputs are watcher, hookOnly, and legacy\n',
    ],
    [['app', '--color', 'x'], 'Error: invalid color mode "x": must be one of: never, auto, always\n'],
    [['app', '--timeout', '3'], 'Error: invalid argument "3" for "--timeout" flag: time: missing unit in duration "3"\n'],
    [['app', '--qps=x'], 'Error: invalid argument "x" for "--qps" flag: strconv.ParseFloat: parsing "x": invalid syntax\n'],
    [['app', '--qps=1e39'], 'Error: invalid argument "1e39" for "--qps" flag: strconv.ParseFloat: parsing "1e39": value out of range\n'],
    [
      ['app', '--burst-limit=08'],
      'Error: invalid argument "08" for "--burst-limit" flag: strconv.ParseInt: parsing "08": invalid syntax\n',
    ],
    [['app', '-l', 'a'], 'Error: invalid argument "a" for "-l, --labels" flag: a must be formatted as key=value\n'],
    [
      ['app', '--server-side=auto'],
      'Error: invalid argument "auto" for "--server-side" flag: strconv.ParseBool: parsing "auto": invalid syntax\n',
    ],
    [
      ['app', '--force-replace', '--force-conflicts'],
      'Error: if any flags in the group [force-replace force-conflicts] are set none of the others can be; [force-conflicts force-replace] were all set\n',
    ],
    [['app', '--ca-file', 'none.pem'], `${noTls}can't read CA file: "none.pem": open none.pem: no such file or directory\n`],
    [['app', '--ca-file', 'no.pem'], `${noTls}failed to append certificates from pem block\n`],
    [['app', '--cert-file', 'no.pem', '--key-file', 'key.pem'], `${noTls}unable to load cert from key pair\n`],
    [
      ['rel', '--version', '9.9.9'],
      'Error: the bundled chart mcp-gateway has version 0.1.0, which is not 9.9.9; name a chart of that version\n',
    ],
  ])('%j', async (argv, stderr) => {
    expect(await render(...argv)).toEqual({ code: 2, stdout: '', stderr });
  });

  test('a lookup of a host, where a template asks for one', async () => {
    expect(await render('dns', '--enable-dns=false')).toMatchObject({ code: 0, stdout: '---\n# Source: dns/templates/a.yaml\na: ""\n' });
    const { code, stderr } = await render('dns', '--enable-dns');
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr:
        'Error: --enable-dns is refused: a template looks up "localhost" and mcpgw works offline; leave it out, and getHostByName gives the empty string\n',
    });
  });

  test('labels that Helm keeps for itself', async () => {
    expect(await render('app', '--labels', 'a=b,owner=me')).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'Error: user supplied labels contains system reserved label name. System labels: [name owner status version createdAt modifiedAt]\n',
    });
  });
});

describe('the namespace, as Helm finds it', () => {
  test.each<[string, string[], Record<string, string>, string]>([
    ['nothing said', [], {}, 'default'],
    ['a flag', ['-n=own'], { HELM_NAMESPACE: 'env', KUBECONFIG: 'kube.yaml' }, 'own'],
    ['an empty flag', ['-n', ''], { HELM_NAMESPACE: 'env', KUBECONFIG: 'kube.yaml' }, 'ns-one'],
    ['HELM_NAMESPACE', [], { HELM_NAMESPACE: 'env', KUBECONFIG: 'kube.yaml' }, 'env'],
    ['KUBECONFIG', [], { KUBECONFIG: 'kube.yaml' }, 'ns-one'],
    ['several files', [], { KUBECONFIG: 'none.yaml::other.yaml:kube.yaml' }, 'ns-two'],
    ['HELM_KUBECONTEXT', [], { KUBECONFIG: 'kube.yaml', HELM_KUBECONTEXT: 'two' }, 'ns-two'],
    ['--kube-context', ['--kube-context=two'], { KUBECONFIG: 'kube.yaml', HELM_KUBECONTEXT: 'one' }, 'ns-two'],
    ['--kubeconfig', ['--kubeconfig', 'kube.yaml'], { KUBECONFIG: 'other.yaml' }, 'ns-one'],
    ['a context that is not there', ['--kube-context=none'], { KUBECONFIG: 'kube.yaml' }, 'default'],
    ['a file that is not there', ['--kubeconfig', 'none.yaml'], { KUBECONFIG: 'kube.yaml' }, 'default'],
    ['a file that is not a kubeconfig', ['--kubeconfig', 'no.pem'], {}, 'default'],
  ])('%s', async (_, flags, env, namespace) => {
    Object.assign(process.env, env);
    expect(await render('rel', 'app', ...flags)).toEqual({ code: 0, stdout: out('rel', namespace), stderr: '' });
  });

  test('HELM_DEBUG is --debug', async () => {
    process.env.HELM_DEBUG = 'T';
    const { stderr } = await render('rel', 'app');
    expect(stderr).toBe(
      `level=DEBUG msg="Original chart version" version=""\nlevel=DEBUG msg="Chart path" path=${join(process.cwd(), 'app')}\n` +
        'level=DEBUG msg="number of dependencies in the chart" chart=app dependencies=0\n',
    );
    expect((await render('rel', 'app', '--debug=false')).stderr).toBe('');
  });
});

describe('--version is never the version of mcpgw with exit code 0', () => {
  const hint = 'The version of mcpgw is what mcpgw version and mcpgw --version print.\n';
  test.each([
    ['validate', registerValidate],
    ['golden', registerGolden],
    ['probe', registerProbe],
  ] as const)('%s', async (name, register) => {
    const { code, stdout, stderr } = await runCommand(register, mockWritten, [name, 'x', '--version', '9.9.9']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(`Error: unknown option '--version'\n(see mcpgw ${name} --help)\n${hint}`);
  });

  test('diff reads it as render does', async () => {
    const { code, stdout } = await runCommand(registerDiff, mockWritten, ['diff', 'r', 'app', '--version', '9', '--', '--version=8']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('') as string });
    expect(stdout).not.toBe('0.1.0\n');
  });
});
