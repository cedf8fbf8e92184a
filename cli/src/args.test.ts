import { Command, Option } from 'commander';
import { givenFlags, OptionalValueOption, prepareArgs } from './args.js';

const command = (): Command =>
  new Command('x')
    .option('-n, --namespace <name>', '', 'default')
    .option('-f, --values <file>', '', (value: string, previous: string[]) => [...previous, value], [] as string[])
    .option('-g, --generate-name')
    .option('-d, --debug')
    .option('--no-hooks')
    .addOption(new OptionalValueOption('-w, --wait', 'how', '', 'watcher'))
    .addOption(new Option('--watch [seconds]').preset('10'))
    .addOption(new Option('--color [when]').choices(['always', 'never']).preset('always'))
    .argument('[args...]')
    .allowUnknownOption(false)
    .exitOverride()
    .configureOutput({ writeErr: () => {} });

function parsed(...words: string[]): Record<string, unknown> {
  const made = command();
  made.parse(prepareArgs(made, words), { from: 'user' });
  return { ...made.opts(), args: made.args };
}

const base = { namespace: 'default', values: [], hooks: true, args: [] };

/** What pflag v1.0.10 makes of the same words. */
test.each<[string[], Record<string, unknown>]>([
  [['-n', 'x'], { namespace: 'x' }],
  [['-nx'], { namespace: 'x' }],
  [['-n=x'], { namespace: 'x' }],
  [['-n='], { namespace: '=' }],
  [['-n==x'], { namespace: '=x' }],
  [['-n', ''], { namespace: '' }],
  [['-n', '-x'], { namespace: '-x' }],
  [['-n', '--'], { namespace: '--' }],
  [['--namespace', 'x'], { namespace: 'x' }],
  [['--namespace=x'], { namespace: 'x' }],
  [['--namespace='], { namespace: '' }],
  [['--namespace=a=b'], { namespace: 'a=b' }],
  [['--namespace', '--debug'], { namespace: '--debug' }],
  [['--namespace=a', '-nb'], { namespace: 'b' }],
  [['-f', 'a', '-fb', '-f=c', '--values', 'd'], { values: ['a', 'b', 'c', 'd'] }],
  [['-gn', 'x'], { generateName: true, namespace: 'x' }],
  [['-gnx'], { generateName: true, namespace: 'x' }],
  [['-gn=x'], { generateName: true, namespace: 'x' }],
  [['-gdn=x'], { generateName: true, debug: true, namespace: 'x' }],
  [['-gd=false'], { generateName: true, debug: false }],
  [['-d=false', '-d'], { debug: true }],
  [['-d', '-d=0'], { debug: false }],
  [['--debug=t'], { debug: true }],
  [['--debug', 'false'], { debug: true, args: ['false'] }],
  [['--no-hooks'], { hooks: false }],
  [['--no-hooks=true'], { hooks: false }],
  [['--no-hooks=false'], { hooks: true }],
  [['--no-hooks', '--no-hooks=F'], { hooks: true }],
  [['--color'], { color: 'always' }],
  [['--color', 'never'], { color: 'never' }],
  [['--color=never'], { color: 'never' }],
  [['--color', 'file.yaml'], { color: 'always', args: ['file.yaml'] }],
  [['--color', '-n', 'x'], { color: 'always', namespace: 'x' }],
  [['--color', '--', 'never'], { color: 'always', args: ['never'] }],
  [['--wait'], { wait: 'watcher' }],
  [['--wait', 'legacy'], { wait: 'watcher', args: ['legacy'] }],
  [['--wait=legacy'], { wait: 'legacy' }],
  [['--wait='], { wait: '' }],
  [['-w=legacy'], { wait: 'legacy' }],
  [['-wd'], { wait: 'watcher', debug: true }],
  [['--watch', '5'], { watch: '5' }],
  [['--watch'], { watch: '10' }],
  [['a', '-n', 'x', 'b'], { namespace: 'x', args: ['a', 'b'] }],
  [['-n', 'x', '--', '-d', '--', 'b'], { namespace: 'x', args: ['-d', '--', 'b'] }],
  [['a', '-', ''], { args: ['a', '-', ''] }],
  [['--namespace', 'a\nb'], { namespace: 'a\nb' }],
  [['-n', '__proto__'], { namespace: '__proto__' }],
])('%j', (words, expected) => {
  expect(parsed(...words)).toEqual({ ...base, ...expected });
});

test.each(['1', 't', 'T', 'true', 'TRUE', 'True'])('%s is true', word => {
  expect(parsed(`--debug=${word}`)).toEqual({ ...base, debug: true });
});
test.each(['0', 'f', 'F', 'false', 'FALSE', 'False'])('%s is false', word => {
  expect(parsed(`--debug=${word}`)).toEqual({ ...base, debug: false });
});

test.each<[string[], string]>([
  [['--debug=yes'], 'invalid argument "yes" for "-d, --debug" flag: strconv.ParseBool: parsing "yes": invalid syntax'],
  [['--debug='], 'invalid argument "" for "-d, --debug" flag: strconv.ParseBool: parsing "": invalid syntax'],
  [['-d=tRUE'], 'invalid argument "tRUE" for "-d, --debug" flag: strconv.ParseBool: parsing "tRUE": invalid syntax'],
  [['--no-hooks=__proto__'], 'invalid argument "__proto__" for "--no-hooks" flag: strconv.ParseBool: parsing "__proto__": invalid syntax'],
  [['--namespace'], "error: option '-n, --namespace <name>' argument missing"],
  [['-n'], "error: option '-n, --namespace <name>' argument missing"],
  [['-gn'], "error: option '-n, --namespace <name>' argument missing"],
  [['--nope'], "error: unknown option '--nope'"],
  [['--nope=x'], "error: unknown option '--nope=x'"],
  [['--name'], "error: unknown option '--name'"],
  [['-x'], "error: unknown option '-x'"],
  [['-gx'], "error: unknown option '-x'"],
])('%j is refused', (words, message) => {
  expect(() => parsed(...words)).toThrow(message);
});

test('the flags in their order', () => {
  const made = command();
  prepareArgs(made, ['-gn=x', '--no-hooks=0', '--wait', '-nb', 'rest']);
  expect(givenFlags(made)).toEqual([
    { name: '--generate-name', value: 'true' },
    { name: '--namespace', value: 'x' },
    { name: '--no-hooks', value: 'false' },
    { name: '--wait', value: 'watcher' },
    { name: '--namespace', value: 'b' },
  ]);
});

test('flags of a subcommand', () => {
  const root = new Command('root').enablePositionalOptions().option('-q, --quiet').exitOverride();
  const seen: unknown[] = [];
  const sub = root.command('sub').argument('[args...]').option('-n, --name <name>').option('-a, --all');
  sub.action((args: string[], flags: object) => {
    seen.push(args, flags);
  });
  root.parse(prepareArgs(root, ['-q=true', 'sub', '-an=x', 'sub', '--all=false']), { from: 'user' });
  expect(seen).toEqual([['sub'], { all: false, name: 'x' }]);
  expect(root.opts()).toEqual({ quiet: true });
});
