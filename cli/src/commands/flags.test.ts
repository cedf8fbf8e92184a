/** One name, one meaning: flags of the same name are alike in all commands, and configurations, servers and durations are named in one way. */
import type { Argument, Command, Option } from 'commander';
import { runCommand } from '../../../test/helpers/command.js';
import { configText, oneServer } from '../flags.js';
import { createProgram } from '../program.js';
import { helmFlags, klogFlags } from '../render/helm-flags.js';
import { commands } from './index.js';

interface Flag {
  readonly command: string;
  readonly option: Option;
  readonly name: string;
}

const flags: Flag[] = [];
const parameters: { readonly command: string; readonly argument: Argument }[] = [];
const paths: string[] = [];
let registerAll: (program: Command) => void;
let flagsOf: Map<string, ReadonlySet<string>>;

/** `render` and `diff` have the flags of `helm template`, with Helm's meanings. */
const ofHelm = new Set([...helmFlags, ...klogFlags].map(({ name }) => `--${name}`).concat('--dry-run', '--name-template'));
const isOfHelm = ({ command, name }: Flag): boolean => /^(?:render|diff)$/.test(command) && ofHelm.has(name);

beforeAll(async () => {
  const program = createProgram();
  const registers = await Promise.all(commands.map(({ load }) => load()));
  registerAll = target => {
    for (const register of registers) register(target);
  };
  registerAll(program);
  const walk = (command: Command, path: string): void => {
    paths.push(path);
    for (const option of command.options) flags.push({ command: path, option, name: option.long ?? option.flags });
    for (const argument of command.registeredArguments) parameters.push({ command: path, argument });
    for (const sub of command.commands) walk(sub, `${path} ${sub.name()}`);
  };
  for (const command of program.commands) walk(command, command.name());
  flagsOf = new Map(paths.map(path => [path, new Set(flags.filter(({ command }) => command === path).map(({ name }) => name))]));
});

const visible = (): Flag[] => flags.filter(flag => !flag.option.hidden && !isOfHelm(flag));
const kindOf = ({ option }: Flag): string => /[<[].*[>\]]/.exec(option.flags)?.[0] ?? 'switch';

function grouped(key: (flag: Flag) => string): Map<string, Flag[]> {
  const groups = new Map<string, Flag[]>();
  for (const flag of visible()) groups.set(key(flag), [...(groups.get(key(flag)) ?? []), flag]);
  return groups;
}

/** Members of a group that differ, as `what: value (commands)`. */
function differing(groups: Map<string, Flag[]>, kindOf: (flag: Flag) => string): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const [name, group] of groups) {
    const values = new Map<string, string[]>();
    for (const flag of group) values.set(kindOf(flag), [...(values.get(kindOf(flag)) ?? []), flag.command]);
    if (values.size > 1) found[name] = [...values].map(([value, commands]) => `${value} (${commands.join(', ')})`);
  }
  return found;
}

it('walks over all commands', () => {
  expect(paths).toEqual(expect.arrayContaining(['serve', 'tools approve', 'activity verify', 'init server', 'completion words']));
  expect(visible().length).toBeGreaterThan(200);
});

it('a flag has the same short form everywhere', () => {
  expect(
    differing(
      grouped(({ name }) => name),
      ({ option }) => option.short ?? 'none',
    ),
  ).toEqual({});
});

it('a letter that stands for several flags is listed here, each time as other programs use it', () => {
  const letters = new Map([...grouped(({ option }) => option.short ?? '')].filter(([short]) => short !== ''));
  expect(differing(letters, ({ name }) => name)).toEqual({
    '-a': ['--api-versions (render, diff)', '--arg (call)'],
    '-f': ['--values (render, validate, diff, migrate, lsp)', '--follow (activity)'],
    '-n': ['--namespace (render, validate, diff, init, lsp, probe)', '--limit (activity)'],
  });
});

it('a flag has the same kind of value everywhere', () => {
  expect(
    differing(
      grouped(({ name }) => name),
      kindOf,
    ),
  ).toEqual({
    // Before and after: states that are compared, and versions between which a file is rewritten.
    '--from': ['<source> (diff, probe)', '<version> (migrate)'],
    '--to': ['<source> (diff)', '<version> (migrate)'],
  });
});

/** Flags that mean the same and say it in words of their command. Any other flag says the same everywhere. */
const inOtherWords = new Set([
  '--stdio',
  '--all',
  '--allow-remote-schemas',
  '--dry-run',
  '--env-file',
  '--from',
  '--gateway-version',
  '--kube-version',
  '--kubeconfig',
  '--namespace',
  '--output',
  '--output-dir',
  '--release',
  '--set',
  '--set-file',
  '--set-json',
  '--set-literal',
  '--set-string',
  '--timeout',
  '--to',
  '--values',
]);

it('a flag means the same everywhere', () => {
  const differences = differing(
    grouped(({ name }) => name),
    ({ option }) => option.description,
  );
  expect(Object.fromEntries(Object.entries(differences).filter(([name]) => !inOtherWords.has(name)))).toEqual({});
  expect([...inOtherWords].filter(name => !Object.hasOwn(differences, name))).toEqual([]);
});

it('the earlier name of a flag is hidden, and says which flag replaced it', () => {
  // A comparison takes what a render takes, and hides what has no effect on it.
  const isOfRender = ({ command, name }: Flag) => command === 'diff' && flagsOf.get('render')!.has(name);
  const earlier = flags.filter(flag => flag.option.hidden && !isOfHelm(flag) && !isOfRender(flag));
  expect(earlier.map(({ command, name, option }) => [command, name, option.description])).toEqual([
    ['validate', '--config', 'the earlier name of --settings'],
    ['init', '--name', 'the earlier name of --release'],
    ['probe', '--only', 'the earlier name of --server'],
  ]);
  for (const { command, option } of earlier) expect(flagsOf.get(command)).toContain(/--\S+/.exec(option.description)![0]);
});

describe('a configuration', () => {
  it('is named with -c, --config by every command that reads one', () => {
    const reading = new Set([
      ...parameters.filter(({ argument }) => /^config/.test(argument.name())).map(({ command }) => command),
      ...flags.filter(({ name }) => /^--(?:store|no-gateway)$/.test(name)).map(({ command }) => command),
    ]);
    expect([...reading].filter(command => !flagsOf.get(command)!.has('--config'))).toEqual([]);
    expect([...reading]).toEqual(
      expect.arrayContaining(['serve', 'probe', 'tools', 'tools show', 'call', 'doctor', 'connect', 'login', 'logout', 'activity']),
    );
    const named = visible().filter(({ name }) => name === '--config');
    expect(new Set(named.map(({ option }) => `${option.flags}: ${option.description}`))).toEqual(
      new Set([`-c, --config <file>: ${configText}`]),
    );
    expect(named.filter(({ command }) => !flagsOf.get(command)!.has('--env-file')).map(({ command }) => command)).toEqual([]);
  });
});

describe('servers', () => {
  it('are names after --server: separated by commas, and repeated', () => {
    const named = visible().filter(({ name }) => name === '--server');
    expect(named.map(({ command }) => command)).toEqual(
      expect.arrayContaining(['probe', 'tools', 'tools approve', 'activity', 'login', 'logout']),
    );
    for (const { option } of named) {
      const first = option.parseArg!('a, b', undefined);
      expect(option.parseArg!('c', first)).toEqual(['a', 'b', 'c']);
    }
  });

  it('that are an argument can be named with --server too', () => {
    const taking = parameters.filter(({ argument }) => /^servers?$/.test(argument.name())).map(({ command }) => command);
    expect(taking).toEqual(['login', 'logout']);
    expect(taking.filter(command => !flagsOf.get(command)!.has('--server'))).toEqual([]);
    expect([oneServer(undefined, ['a']), oneServer('a', ['a']), oneServer('a'), oneServer(undefined)]).toEqual(['a', 'a', 'a', undefined]);
    expect(() => oneServer('a', ['b'])).toThrow('name one server: as the argument, or with --server');
  });

  it('are chosen by no other flag', () => {
    const others = visible().filter(
      ({ name, option }) => name !== '--server' && /^(?:only|probe only) (?:these|this) server/.test(option.description),
    );
    expect(others.map(({ command, name }) => `${command} ${name}`)).toEqual([]);
  });
});

describe('a duration', () => {
  const isTime = ({ name, option }: Flag) =>
    /timeout|interval|watch$|since|until|age$|delay|wait/.test(name) || /second|minute/.test(option.flags);

  it('is a value <duration>, or <when> where a time is possible too', () => {
    const times = visible().filter(flag => isTime(flag) && kindOf(flag) !== 'switch');
    expect(
      times.map(flag => `${flag.command} ${flag.name} ${kindOf(flag)}`).filter(text => !/[<[](?:duration|when)[>\]]$/.test(text)),
    ).toEqual([]);
    expect(times.length).toBeGreaterThan(8);
  });

  it('is read in one way: with a unit, or as seconds', () => {
    const timed = visible().filter(flag => /duration/.test(kindOf(flag)));
    expect(timed.map(({ command }) => command)).toEqual(expect.arrayContaining(['probe', 'login', 'tools', 'call']));
    for (const { option } of timed) {
      const read = (text: string) => option.parseArg!(text, undefined);
      expect(['30s', '30', '0.5', '1m30s', '500ms', '5m'].map(read)).toEqual([30_000, 30_000, 500, 90_000, 500, 300_000]);
      for (const wrong of ['', '0', '-1s', '1e3', 'soon', '30 s'])
        expect(() => read(wrong)).toThrow(/^It must be a duration such as 500ms, 30s or 2m/);
    }
  });

  it('in a default has a unit', () => {
    const bare = visible().filter(
      ({ option }) => /duration/.test(option.flags) && /(?:default:|else|every) \d+(?![\dsmh])/.test(option.description),
    );
    expect(bare.map(({ command, name }) => `${command} ${name}`)).toEqual([]);
  });
});

it('what can be repeated says so in the same words', () => {
  const others = visible().filter(({ option }) => /repeatable|repeated\b(?<!can be repeated)/.test(option.description));
  expect(others.map(({ command, name }) => `${command} ${name}`)).toEqual([]);
});

describe('a fixed set of words', () => {
  /** Values that no list of words can hold: of users, of servers, of files and clusters, and figures. */
  const open = new Set([
    ...['characters', 'count', 'dir', 'duration', 'file', 'folder', 'header', 'host', 'id', 'json', 'key', 'kinds', 'list', 'marks'],
    ...['n', 'name', 'names', 'name=value', 'path', 'pattern', 'port', 'query', 'rule', 'setting', 'source', 'template', 'text', 'url'],
    ...['version', 'when', 'where'],
  ]);
  const openArguments = new Set([
    ...['args', 'config', 'config-or-url', 'dir', 'files', 'paths', 'path', 'rule', 'server', 'tool', 'tools', 'words'],
    // The command reads the list that it names in its error.
    ...['client', 'name'],
  ]);
  const listed = (): Flag[] => visible().filter(({ option }) => option.argChoices !== undefined);

  it('is known of every flag and argument that takes one, so that completion and errors have it', () => {
    const others = visible().filter(
      flag => kindOf(flag) !== 'switch' && flag.option.argChoices === undefined && !open.has(kindOf(flag).slice(1, -1)),
    );
    expect(others.map(({ command, option }) => `${command} ${option.flags}`)).toEqual(['rules --fields [format]']);
    const unlisted = parameters.filter(({ argument }) => argument.argChoices === undefined && !openArguments.has(argument.name()));
    expect(unlisted.map(({ command, argument }) => `${command} ${argument.name()}`)).toEqual([]);
  });

  it('is what the flag takes, and what the error for any other word names', () => {
    expect(new Set(listed().map(({ name }) => name))).toEqual(
      new Set([
        ...[
          '--ci',
          '--color',
          '--engine',
          '--fail-on',
          '--from',
          '--kind',
          '--log-level',
          '--outcome',
          '--output',
          '--routing-mode',
          '--shell',
        ],
        ...['--status', '--template', '--transport', '--type'],
      ]),
    );
    for (const { option } of listed()) {
      const list = `Allowed choices are ${option.argChoices!.join(', ')}.`;
      expect(() => option.parseArg!('nope', undefined)).toThrow(list);
      expect(() => option.parseArg!('', undefined)).toThrow(list);
      for (const word of option.argChoices!) expect([option.parseArg!(word, undefined)].flat()).toEqual([word]);
    }
  });

  it('is refused with it where several words are named', () => {
    const several = listed().filter(({ option }) => /<words>/.test(option.flags));
    expect(several.map(({ command, name }) => `${command} ${name}`)).toEqual(['tools --status', 'probe --fail-on', 'activity --outcome']);
    for (const { option } of several) {
      const [first, second] = option.argChoices as [string, string];
      expect(option.parseArg!(second, option.parseArg!(` ${first},`, undefined))).toEqual([first, second]);
      expect(() => option.parseArg!(`${first},${second}s`, undefined)).toThrow(`Did you mean ${second}? Allowed choices are ${first}, `);
    }
  });

  it.each<[readonly string[], string]>([
    [['rules', '--fields', 'nope'], 'the formats are agentgateway, custom-resources, kubernetes, mcp-servers, chart-values'],
    [['schema', 'nope'], 'there are agentgateway, client-config, '],
    [['connect', 'nope'], 'the known clients are claude-code, claude-desktop, '],
    [['render', 'x', '--helm-version', 'nope'], 'known are 3 (3.20.0), 4 (4.2.4) and 4.3 (4.3.1)'],
    [['render', 'x', '--dry-run=nope'], 'Must be "none", "server", or "client"'],
    [['render', 'x', '--color=nope'], 'must be one of: never, auto, always'],
    [['render', 'x', '--wait=nope'], 'Valid inputs are watcher, hookOnly, and legacy'],
    [['schema', 'manifest', '--kube-version', 'nope'], 'there is one for 1.29, 1.30, '],
  ])('that a command reads by itself is in its error: %j', async (argv, list) => {
    const { code, stderr } = await runCommand(program => void registerAll(program), [], argv);
    expect([code, stderr]).toEqual([2, expect.stringContaining(list)]);
  });
});

it('a usage error names the help of its command', async () => {
  const failures: [string, string][] = [];
  for (const path of ['', ...paths]) {
    const argv = [...path.split(' ').filter(word => word !== ''), '--no-such-flag'];
    const { code, stderr } = await runCommand(program => void registerAll(program), [], argv);
    // A command with a flag that it needs asks for that first.
    const isWanted = /^Error: (?:unknown option '--no-such-flag'|required option '--.*)\n/.test(stderr);
    const [, help] = stderr.split('\n');
    if (code !== 2 || !isWanted || help !== `(see ${['mcpgw', path].join(' ').trim()} --help)`) failures.push([path, `${code} ${stderr}`]);
  }
  expect(failures).toEqual([]);
});
