import { newestMinor, oldestMinor } from '@mcpgw/kubernetes';
import { defaultVersion, knownVersions } from '@mcpgw/structure';
import type { Command } from 'commander';
import { outputOption } from '../flags.js';
import { loadChartAt } from '../render/run.js';
import { print, printJson } from '../terminal.js';
import { commit, helmVersions, version } from '../version.js';

interface VersionFlags {
  readonly output: 'text' | 'json';
  readonly short?: true;
}

/** Adds `mcpgw version`: the versions of mcpgw, and of Helm, agentgateway and Kubernetes that it knows. */
export function registerVersion(program: Command): void {
  program
    .command('version')
    .description('print the versions of mcpgw, of its chart, and of the Helm, agentgateway and Kubernetes that it knows')
    .allowExcessArguments(false)
    .option('--short', 'the version of mcpgw alone, with its commit')
    .addOption(outputOption(['text', 'json']))
    .addHelpText('after', '\nExamples:\n  mcpgw version\n  mcpgw version --short\n  mcpgw version -o json')
    .action(({ output, short }: VersionFlags) => {
      const versions = readVersions();
      if (output === 'json') printJson(`${JSON.stringify(versions, null, 2)}\n`);
      else print(short ? shortVersion() : textOf(versions));
    });
}

const shortVersion = (): string => `v${version}${commit === undefined ? '' : `+g${commit.slice(0, 7)}`}\n`;

interface Versions {
  readonly version: string;
  /** Null if it is not known because mcpgw runs from source. */
  readonly commit: string | null;
  readonly chart: { readonly name: string; readonly version: string; readonly appVersion: string };
  readonly helm: readonly string[];
  readonly agentgateway: { readonly default: string; readonly known: readonly string[] };
  readonly kubernetes: { readonly oldest: string; readonly newest: string };
  readonly node: string;
}

function readVersions(): Versions {
  const { metadata } = loadChartAt(undefined);
  return {
    version,
    commit: commit ?? null,
    chart: { name: metadata.name, version: metadata.version, appVersion: metadata.appVersion },
    helm: helmVersions,
    agentgateway: { default: `v${defaultVersion}`, known: knownVersions.map(known => `v${known}`) },
    kubernetes: { oldest: `1.${oldestMinor}`, newest: `1.${newestMinor}` },
    node: process.version,
  };
}

const textOf = ({ version, commit, chart, helm, agentgateway, kubernetes, node }: Versions): string =>
  [
    ['mcpgw', `v${version}`],
    ['commit', commit ?? 'unknown'],
    ['chart', `${chart.name} ${chart.version} (agentgateway ${chart.appVersion})`],
    ['renders as Helm', helm.join(', ')],
    ['knows agentgateway', agentgateway.known.join(', ')],
    ['knows Kubernetes', `${kubernetes.oldest} to ${kubernetes.newest}`],
    ['Node', node],
  ]
    .map(([name, value]) => `${`${name}:`.padEnd(20)}${value}\n`)
    .join('');
