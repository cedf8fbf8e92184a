/** The renders that the page's choices name, and the command line that does the same. */
import { folder } from './folder.js';
import { noFlags, type Target } from './protocol.js';
import type { Shared } from './share.js';

/** A chart that the user dropped in. */
export interface DroppedChart {
  readonly name: string;
  readonly data: Uint8Array;
}

const encoder = new TextEncoder();
const versionKey = 'global.agentgateway.version';

/** The render of a set of values. The version of the proxy is a value of the bundled chart only. */
export function targetOf(shared: Shared, values: string, chart: DroppedChart | undefined): Target {
  const file = [`${folder}/values.yaml`, encoder.encode(values)] as const;
  return {
    release: shared.release,
    chart: chart?.name,
    files: chart === undefined ? [file] : [file, [`${folder}/${chart.name}`, chart.data]],
    flags: {
      ...noFlags,
      namespace: shared.namespace,
      helmVersion: shared.helm,
      values: ['values.yaml'],
      setString: shared.proxy === '' || chart !== undefined ? [] : [`${versionKey}=v${shared.proxy}`],
    },
  };
}

const word = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** The command that prints the same manifests. */
export function commandOf({ release, namespace, helm, proxy }: Shared, chart: DroppedChart | undefined): string {
  return [
    'mcpgw render',
    word(release),
    ...(chart === undefined ? [] : [word(chart.name)]),
    ...(namespace === 'default' ? [] : ['-n', word(namespace)]),
    '-f values.yaml',
    ...(helm === '4' ? [] : ['--helm-version 3']),
    ...(proxy === '' || chart !== undefined ? [] : [`--set-string ${versionKey}=v${proxy}`]),
  ].join(' ');
}
