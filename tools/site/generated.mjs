/**
 * The pages of the site that are written from the code: commands with real output, formats from their schemas, failure modes. Their
 * examples run here, so that a page never shows what the command does not print.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';

/** What the pages of commands show beside the help: command lines that run in a copy of the folders `examples` and `test/golden`. */
const commandExamples = {
  render: [
    'render mcp -n mcp -f examples/first-route/values.yaml --show-only templates/service.yaml',
    'render mcp -f examples/first-route/values.yaml --set replicaCuont=2',
  ],
  validate: ['validate examples/acme-production/values.yaml', 'validate examples/first-route/values.yaml --set replicaCount=two'],
  diff: [
    'diff mcp -f examples/first-route/values.yaml -- --gateway-version v1.1.0',
    'diff -f examples/first-route/values.yaml -- --set replicaCount=3',
  ],
  golden: ['golden golden/example-first-route'],
  rules: ['validate --explain ext-auth-timeout-ignored'],
  schema: ['schema'],
  version: ['version'],
};

/** Lines of an output that a page shows. */
const mostLines = 60;

function shortened(text) {
  const lines = text.trimEnd().split('\n');
  return lines.length > mostLines
    ? [...lines.slice(0, mostLines), `… ${lines.length - mostLines} more lines`].join('\n')
    : lines.join('\n');
}

/** A fence that the text cannot close. */
function fenced(text, language = '') {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([marks]) => marks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

const cell = text => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** The names and descriptions of the commands, as `mcpgw --help` lists them. */
function commandsOf(run) {
  // The groups of commands stand below the options, and above the topics.
  const isGroup = (text, index) => index > 2 && !text.startsWith('Topics ');
  const listed = run(['--help']).stdout.split('\n\n').filter(isGroup).join('\n');
  const joined = listed.replace(/\n {10,}/g, ' ');
  return joined.split('\n').flatMap(line => {
    const found = /^ {2}([a-z]+)(?: \[options\])? {2,}(\S.*)$/.exec(line);
    return found === null ? [] : [{ name: found[1], description: found[2] }];
  });
}

function exampleText(line, run) {
  const { stdout, stderr, status } = run(line.split(' '));
  const output = [stdout, stderr].map(text => text.trimEnd()).filter(text => text !== '');
  return `${fenced(`$ mcpgw ${line}\n${shortened(output.join('\n'))}`, 'console')}\n\nExit code ${status}.\n`;
}

/** A page for each command: its help, and what it prints for examples. */
export function commandPages(root) {
  const executable = join(root, 'cli/dist/mcpgw.js');
  const folder = mkdtempSync(join(tmpdir(), 'mcpgw-site-'));
  try {
    cpSync(join(root, 'examples'), join(folder, 'examples'), { recursive: true });
    // The cases name the chart and the examples relative to their folder in the repository.
    const run = args =>
      spawnSync(process.execPath, [executable, ...args.map(arg => arg.replace(/^golden\//, `${root}/test/golden/`))], {
        cwd: folder,
        encoding: 'utf8',
        env: { PATH: process.env.PATH ?? '', COLUMNS: '100', MCPGW_CACHE_HOME: '' },
      });
    const commands = commandsOf(run);
    const pages = new Map(
      commands.map(({ name, description }) => {
        const examples = commandExamples[name] ?? [];
        const shown = examples.length === 0 ? '' : `\n## Examples\n${examples.map(line => exampleText(line, run)).join('\n')}`;
        const help = fenced(run([name, '--help']).stdout.trimEnd(), 'text');
        return [`command-line/${name}.md`, `# mcpgw ${name}\n${capital(description)}.\n${shown}\n## Help\n${help}\n`];
      }),
    );
    const rows = commands.map(({ name, description }) => `| [\`mcpgw ${name}\`](${name}.md) | ${cell(description)} |`);
    pages.set(
      'command-line/index.md',
      `# Commands\nExit codes: 0 clean, 1 findings or differences, 2 could not run.\n\n| command | what it does |\n|---|---|\n${rows.join('\n')}\n`,
    );
    return { pages, commands };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const capital = text => text[0].toUpperCase() + text.slice(1);

/** The schema behind a local reference. */
function resolved(schema, root) {
  const steps = typeof schema.$ref === 'string' && schema.$ref.startsWith('#/') ? schema.$ref.slice(2).split('/') : undefined;
  const target = steps?.reduce((found, step) => found?.[decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')], root);
  return target === undefined ? schema : { ...resolved(target, root), ...schema };
}

const typeText = schema =>
  [schema.type ?? []].flat().join(' or ') || (schema.enum ? 'word' : schema.anyOf || schema.oneOf ? 'one of several' : 'any');

/** A page for each format that has one published schema. */
export function formatPages(root) {
  const folder = join(root, 'schemas');
  const names = readdirSync(folder)
    .filter(name => name.endsWith('.json'))
    .map(name => name.slice(0, -5))
    .sort();
  const rows = [];
  const pages = new Map();
  for (const name of names) {
    const text = readFileSync(join(folder, `${name}.json`), 'utf8');
    const schema = JSON.parse(text);
    const top = resolved(schema, schema);
    const fields = Object.entries(top.properties ?? {}).map(([key, value]) => {
      const field = resolved(value, schema);
      return `| \`${key}\` | ${typeText(field)} | ${top.required?.includes(key) ? 'yes' : ''} | ${cell(field.description ?? '')} |`;
    });
    const table =
      fields.length === 0 ? '' : `\n## Fields\n| field | type | required | meaning |\n|---|---|---|---|\n${fields.join('\n')}\n`;
    const [example] = schema.examples ?? [];
    const shown = example === undefined ? '' : `\n## Example\n${fenced(JSON.stringify(example, null, 2), 'json')}\n`;
    const title = schema.title ?? name;
    const use = `\n## Schema\n${fenced(`mcpgw schema ${name}`, 'sh')}\n\n[Editors and CI](../schemas.md) describes how to use it.\n`;
    pages.set(`formats/${name}.md`, `# ${title}\n${schema.description ?? ''}\n${shown}${table}${use}`);
    rows.push(`| [${title}](${name}.md) | ${cell(schema.description ?? '')} |`);
  }
  pages.set('formats/index.md', `# Formats\n| format | what it is |\n|---|---|\n${rows.join('\n')}\n`);
  return pages;
}

async function load(root, contents) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: join(root, 'packages/failures/src'), loader: 'ts' },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    tsconfig: join(root, 'tsconfig.json'),
  });
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
}

const categories = {
  contract_violation: ['the request', 'Change the request. Sending it again does not help.'],
  upstream_failure: ['the server behind the gateway', 'Look at the server: its log, and what it answers without the gateway.'],
  transport_failure: ['the way to the server', 'Ask `mcpgw probe` which layer fails. The call may be sent again if it has no side effect.'],
  configuration_error: ['the configuration', 'Run `mcpgw validate` on the configuration.'],
  internal_failure: ['the gateway', 'Report it, with the lines of the log around the time of the call.'],
};

/** A page for each failure mode of calls. */
export async function errorPages(root) {
  const { failureModes } = await load(root, "export { failureModes } from './failure-mode.js'");
  const pages = new Map();
  const rows = [];
  for (const [mode, info] of Object.entries(failureModes)) {
    const parts = info.categories.map(category => {
      const [fault, remedy] = categories[category];
      return `The cause is in ${fault} (\`failure_category: ${category}\`). ${remedy}\n`;
    });
    const data = JSON.stringify({ failure_mode: mode, failure_category: info.categories[0] }, null, 2);
    pages.set(
      `errors/${mode}.md`,
      `# ${mode}\n${capital(info.description)}.\n\n## What to do\n${parts.join('\n')}\n## On the wire\nThe \`data\` of the error, or the structured content of a tool result that is an error, holds:\n${fenced(data, 'json')}\n\n[Failures](../serve.md#failures) describes the status of the response and the other fields.\n`,
    );
    rows.push(`| [\`${mode}\`](${mode}.md) | ${info.categories.map(name => `\`${name}\``).join(', ')} | ${cell(info.description)} |`);
  }
  pages.set(
    'errors/index.md',
    `# Errors of calls\nA failed call names its \`failure_mode\`. A mode is never renamed. Messages of \`mcpgw validate\` are [rules](../rules.md).\n\n| mode | category | what happened |\n|---|---|---|\n${rows.join('\n')}\n`,
  );
  return pages;
}

/** The commit that the site is built from; empty without a repository. */
export function commitOf(root) {
  if (process.env.MCPGW_COMMIT) return process.env.MCPGW_COMMIT;
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return '';
  }
}
