/** The flags that say how files are checked: of `mcpgw validate`, and of `mcpgw lsp` as the defaults of its settings. */
import type { Command } from 'commander';
import { append, envFileFlags } from '../flags.js';
import { addHelmVersionFlag } from '../render/helm-version.js';

/** Adds the flags that name versions. */
export function addVersionFlags(command: Command): Command {
  return command
    .option(
      '--gateway-version <version>',
      'version of agentgateway that will read the configuration (default: of the image tag, else the newest known)',
    )
    .option('--kube-version <version>', 'version of Kubernetes that the manifests are for');
}

/** Adds the other flags of a check. */
export function addCheckFlags(command: Command): Command {
  const withFlags = command
    .option('--env', 'check that variables of placeholders are set in the environment')
    .option(envFileFlags, 'check that they are set in a file of NAME=value lines (can be repeated)', append, [])
    .option('--allow-unsupported <setting>', 'accept this setting although it has no effect (can be repeated)', append, [])
    .option('--crds <path>', 'folder or file of CustomResourceDefinitions whose kinds are checked (can be repeated)', append, [])
    .option(
      '--skip <kinds>',
      'kinds of objects to leave out: Kind or group/version/Kind, separated by commas (can be repeated)',
      append,
      [],
    )
    .option('--ignore-missing-schemas', 'do not report objects of unknown kinds; they are counted as not checked')
    .option('--settings <file>', 'settings of the rules (default: mcpgw.config.yaml, when there is one)')
    .option('--chart <path>', 'chart that values files belong to (default: the bundled chart)')
    .option('--allow-remote-schemas', "read schemas that a chart's values.schema.json refers to by http and https")
    .option('--release <name>', 'name of the release for charts', 'release-name')
    .option('-n, --namespace <name>', 'namespace of the release for charts', 'default')
    .option('-f, --values <file>', 'values file for charts (can be repeated)', append, [])
    .option('--set <text>', 'values for charts: key1=val1,key2=val2', append, [])
    .option('--set-string <text>', 'string values for charts', append, [])
    .option('--set-json <text>', 'JSON values for charts', append, [])
    .option('--set-file <text>', 'values from files for charts', append, [])
    .option('--set-literal <text>', 'a literal string for charts', append, []);
  return addHelmVersionFlag(withFlags);
}
