import { basename, join, relative, resolve } from 'node:path';
import { encodeString, HelmError } from '@mcpgw/helm';
import { Command, Option } from 'commander';
import { CliError } from '../errors.js';
import { gatewayVersionOf } from '../gateway-version.js';
import caseTemplate from '../init/case.yaml.hbs';
import { checkLabel } from '../init/check-label.js';
import { ciPlaceOf } from '../init/git-root.js';
import githubTemplate from '../init/github.yaml.hbs';
import gitlabTemplate from '../init/gitlab.yaml.hbs';
import { type InitServerOptions, initServer, serverTemplates } from '../init/server.js';
import valuesTemplate from '../init/values.yaml.hbs';
import { writeFiles } from '../init/write-files.js';
import { addRenderFlags, type RenderFlags } from '../render/flags.js';
import { loadChartAt, rendererOf, renderToText, renderWithFlags } from '../render/run.js';
import { print } from '../terminal.js';
import { version } from '../version.js';

interface InitOptions {
  readonly release?: string;
  readonly name?: string;
  readonly namespace: string;
  readonly gatewayVersion: string;
  readonly routingMode: string;
  readonly ci: 'github' | 'gitlab' | 'none';
  readonly force?: true;
}

const ciFiles = {
  github: [['.github/workflows/mcp-gateway.yaml', githubTemplate]],
  gitlab: [['.gitlab-ci.yml', gitlabTemplate]],
  none: [],
} as const;

const help = `
Examples:
  mcpgw init                                      in the working folder, with a GitHub workflow
  mcpgw init envs/team --ci gitlab                in another folder, with a GitLab job
  mcpgw init --routing-mode gateway-api -n tools  routes as Gateway API resources
  mcpgw init server hello                         an MCP server`;

const serverHelp = `
Examples:
  mcpgw init server hello                         30 lines; runs over stdio and HTTP without changes
  mcpgw init server records --template full       tokens, workspaces, permissions, two instances`;

/** `mcpgw init [DIR]`: writes a starting point for a platform team. Nothing is written if the chart refuses the options or a file already exists. */
export function registerInit(program: Command): void {
  const command = program
    .command('init')
    .enablePositionalOptions()
    .description('scaffold a values file, a golden case and a CI job, or an MCP server')
    .argument('[dir]', 'folder to write into; created if it does not exist', '.')
    .option('--release <name>', 'name of the release (default: the name of the folder)')
    .addOption(new Option('--name <name>', 'the earlier name of --release').hideHelp())
    .option('-n, --namespace <name>', 'namespace of the release', 'mcp')
    .option('--gateway-version <version>', 'agentgateway version that will run the configuration', 'v1.4.1')
    .addOption(new Option('--routing-mode <mode>', 'how routes are provisioned').choices(['static', 'gateway-api']).default('static'))
    .addOption(new Option('--ci <system>', 'CI job to write').choices(['github', 'gitlab', 'none']).default('github'))
    .option('--force', 'overwrite existing files')
    .addHelpText('after', help)
    .action(init);
  command
    .command('server')
    .description('scaffold an MCP server with tests, CI and a Dockerfile')
    .argument('<name>', 'name of the server, and of the folder, which is created if it does not exist')
    .addOption(
      new Option('--template <name>', 'minimal: one file on the official SDK; full: @mcpgw/kit with identity, permissions and isolation')
        .choices([...serverTemplates])
        .default('minimal'),
    )
    .addOption(new Option('--ci <system>', 'CI job to write').choices(['github', 'none']).default('github'))
    .option('--force', 'overwrite existing files')
    .addHelpText('after', serverHelp)
    .action((name: string, options: InitServerOptions, self: Command) =>
      initServer(name, { ...options, force: self.optsWithGlobals().force === true }),
    );
}

async function init(dir: string, options: InitOptions): Promise<void> {
  const name = options.release ?? options.name ?? dnsLabel(basename(resolve(dir)));
  checkLabel('release name', name, 53, ' (set one with --release)');
  checkLabel('namespace', options.namespace, 63);
  if (gatewayVersionOf(options.gatewayVersion) === undefined)
    throw new CliError(`--gateway-version: "${options.gatewayVersion}" is not a version`);
  const { root, below } = ciPlaceOf(dir);
  const files = await filesOf({ ...options, name, version, workingDirectory: below }, relative(resolve(dir), root));
  writeFiles(dir, files, options.force === true);
  print(nextSteps(dir, name, options.namespace));
}

/** The text of every file, by path; CI files are below `ciRoot`, the case's expected.yaml is rendered. @throws CliError if the chart refuses the options */
async function filesOf(
  context: InitOptions & { readonly name: string; readonly version: string; readonly workingDirectory: string },
  ciRoot: string,
): Promise<Map<string, string | Uint8Array>> {
  const { default: handlebars } = await import('handlebars');
  const helpers = { json: (text: string) => JSON.stringify(text) };
  const write = (template: string): string => handlebars.compile(template, { noEscape: true, strict: true })(context, { helpers });
  const values = write(valuesTemplate);
  return new Map<string, string | Uint8Array>([
    ['values.yaml', values],
    ['golden/default/case.yaml', write(caseTemplate)],
    ['golden/default/expected.yaml', rendered(values, context)],
    ...ciFiles[context.ci].map(([path, template]) => [join(ciRoot, path), write(template)] as const),
  ]);
}

function rendered(values: string, { name, namespace }: { readonly name: string; readonly namespace: string }): Uint8Array {
  const flags = addRenderFlags(new Command())
    .parse(['--namespace', namespace, '--values', 'values.yaml'], { from: 'user' })
    .opts<RenderFlags>();
  try {
    const render = renderWithFlags(rendererOf(loadChartAt(undefined)), name, flags, { read: () => Buffer.from(values) });
    return encodeString(renderToText(render, flags));
  } catch (error) {
    throw error instanceof HelmError ? new CliError(error.message) : error;
  }
}

function nextSteps(dir: string, name: string, namespace: string): string {
  const at = dir === '.' ? '' : `${dir}/`;
  const steps = [
    [`mcpgw render ${name} -n ${namespace} -f ${at}values.yaml`, 'what helm template would print'],
    [`mcpgw validate ${at}values.yaml`, 'find mistakes, and values without effect'],
    [`mcpgw golden ${at}golden --update`, 'record the result; review the difference and commit it'],
    [`mcpgw golden ${at}golden`, 'compare, as CI does'],
  ] as const;
  const width = Math.max(...steps.map(([command]) => command.length));
  const lines = steps.map(([command, meaning]) => `  ${command.padEnd(width)}    ${meaning}\n`);
  return `\nEdit ${at}values.yaml, then:\n${lines.join('')}`;
}

const dnsLabel = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .slice(0, 53)
    .replace(/^-+|-+$/g, '') || 'mcp-gateway';
