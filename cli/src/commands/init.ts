import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { Option } from 'commander';
import { CliError } from '../errors.js';
import { exitCodes } from '../exit-codes.js';
import caseTemplate from '../init/case.yaml.hbs';
import githubTemplate from '../init/github.yaml.hbs';
import gitlabTemplate from '../init/gitlab.yaml.hbs';
import valuesTemplate from '../init/values.yaml.hbs';
import { version } from '../version.js';

interface InitOptions {
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

/** `mcpgw init [DIR]`: a start for a platform team. Writes all files or none. */
export function registerInit(program: Command): void {
  program
    .command('init')
    .description('write a start for a platform team: a values file, a golden case and a CI job')
    .argument('[dir]', 'folder to write into; made when it is missing', '.')
    .option('--name <name>', 'release name (default: the name of the folder)')
    .option('-n, --namespace <namespace>', 'namespace of the release', 'mcp')
    .option('--gateway-version <version>', 'agentgateway version that will run the configuration', 'v1.4.1')
    .addOption(new Option('--routing-mode <mode>', 'how routes are provisioned').choices(['static', 'gateway-api']).default('static'))
    .addOption(new Option('--ci <system>', 'CI job to write').choices(['github', 'gitlab', 'none']).default('github'))
    .option('--force', 'overwrite files that exist')
    .action(init);
}

/** The case's expected.yaml is rendered, not written by hand. */
async function recordCase(root: string): Promise<void> {
  const { runCases } = await import('./golden.js');
  const [result] = runCases(root, [join(root, 'golden/default/case.yaml')], true);
  if (result?.status === 'failed') throw new CliError(`golden/default: ${result.detail}`, exitCodes.findings);
}

async function init(dir: string, options: InitOptions): Promise<void> {
  const root = resolve(dir);
  const name = options.name ?? dnsLabel(basename(root));
  if (!/^[a-z0-9]([-a-z0-9]{0,51}[a-z0-9])?$/.test(name)) {
    throw new CliError(
      `release name "${name}" must be a DNS label of at most 53 characters: lower case letters, digits and "-"; set one with --name`,
    );
  }
  const { default: handlebars } = await import('handlebars');
  const context = { ...options, name, version };
  const write = (template: string): string => handlebars.compile(template, { noEscape: true, strict: true })(context);
  const files = new Map<string, string>([
    ['values.yaml', write(valuesTemplate)],
    ['golden/default/case.yaml', write(caseTemplate)],
    ...ciFiles[options.ci].map(([path, template]) => [path, write(template)] as const),
  ]);
  const taken = [...files.keys(), 'golden/default/expected.yaml'].filter(path => existsSync(join(root, path)));
  if (taken.length > 0 && !options.force) throw new CliError(`would overwrite ${taken.join(', ')} in ${dir}; --force does so`);
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    console.log(`wrote ${join(dir, path)}`);
  }
  await recordCase(root);
  console.log(`wrote ${join(dir, 'golden/default/expected.yaml')}\n`);
  const at = dir === '.' ? '' : `${dir}/`;
  console.log(`Edit ${at}values.yaml, then:
  mcpgw render ${name} -n ${options.namespace} -f ${at}values.yaml    what helm template would print
  mcpgw golden ${at}golden --update           record it; read the difference, commit it
  mcpgw golden ${at}golden                    what CI runs`);
}

const dnsLabel = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .slice(0, 53)
    .replace(/^-+|-+$/g, '') || 'mcp-gateway';
