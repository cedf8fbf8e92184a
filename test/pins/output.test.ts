/**
 * Text reaches standard output and standard error by few modules, which know what a text of strangers can do there
 * (docs/adr/0046-text-of-strangers.md). A command that prints by itself fails here.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const folders = ['cli/src', ...readdirSync(join(root, 'packages')).map(name => `packages/${name}/src`)];

const sources = folders.flatMap(folder =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(file => /\.ts$/.test(file) && !/\.test\.ts$/.test(file))
    .map(file => `${folder}/${file}`),
);

/** Files whose code, comments left out, has the pattern. */
const having = (pattern: RegExp): string[] =>
  sources.filter(file => pattern.test(readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''))).sort();

test('who writes to standard output and standard error', () => {
  const writes =
    /\b(?:process\.std(?:out|err)\.(?:write|end|_)|console\.\w+\(|writeSync\([12],|writeFileSync\([12],|(?:createWriteStream|openSync)\(['"`]\/dev\/(?:std|fd|tty))/;
  expect(having(writes)).toEqual([
    'cli/src/render/remote-schemas.ts', // the program of a process of its own, whose output is read by this one
    'cli/src/stdout.ts',
    'cli/src/terminal.ts',
    'packages/gateway/src/server/logger.ts',
    'packages/kit/src/server.ts',
    'packages/kit/src/tool-errors.ts',
  ]);
});

test('who takes the streams otherwise', () => {
  const taken =
    /process\.std(?:out|err)\b(?!\.(?:isTTY|columns|errored|write)\b)|\{[^}]*\bstd(?:out|err)\b[^}]*\} = process\b|stdio: ['"]inherit|['"]inherit['"]/;
  expect(having(taken)).toEqual([
    'cli/src/ask.ts', // a question, escaped as all text
    'cli/src/kube/kubeconfig.ts', // a login program of the kubeconfig speaks to its user itself, as kubectl lets it
    'cli/src/lsp/run.ts', // lsp: the messages of the protocol
    'cli/src/serve/run.ts', // serve --stdio: the messages of the protocol
    'cli/src/terminal.ts', // how wide standard error is
  ]);
});

test('who prints data as it is', () => {
  expect(having(/\bwriteData\(/)).toEqual(['cli/src/commands/render.ts', 'cli/src/render/compare.ts', 'cli/src/stdout.ts']);
});
