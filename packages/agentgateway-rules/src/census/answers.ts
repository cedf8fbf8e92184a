/** Answers that hold for many fields, so that each says the same in the same words. */
import { commonAnswers, censusRow as row } from '@mcpgw/structure';

export { row };
export const { works, noAccess, alone, parts, outside, inside } = commonAnswers;

export const checked = 'The proxy refuses a value that cannot work.';
export const cluster = 'It depends on the control plane or the cluster, which the file does not show.';
export const cel = 'The rules about expressions answer this.';

/** A name that appears in logs and metrics only. */
export const label = row('It is a name for logs and metrics.', noAccess, 'Any text can be a name.', alone);
/** Data of a mesh, which only a proxy of that mesh reads. */
export const mesh = row('It counts only in a mesh.', 'The mesh decides who is trusted.', cluster, cluster);
/** A switch or a choice among values that all work. */
export const choice = row(works, noAccess, 'The proxy refuses an unknown word.', alone);
/** A file that the proxy reads at its start. */
export const file = row('A missing file ends the proxy.', noAccess, 'The proxy refuses a file that it cannot read.', alone);
/** A header modifier. */
export const modifier = row(
  ['header-modifier-conflict', 'header-wrong-side', 'policy-without-effect', 'policy-replaced'],
  noAccess,
  ['header-modifier-fails', 'mcp-header-removed'],
  ['cors-by-hand', 'credential-header-set', 'header-modifier-conflict', 'duplicate-map-key'],
);
/** A name of a host and a port to connect to. */
export const address = row(
  works,
  noAccess,
  ['tls-port-mismatch', 'backend-always-fails', 'host-underscore'],
  ['tls-port-mismatch', 'self-loop'],
);
/** A reference to a top-level backend. */
export const reference = row(
  ['dangling-backend-ref', 'backend-ref-without-slash'],
  noAccess,
  ['dangling-backend-ref', 'backend-ref-wrong-kind'],
  ['duplicate-backend-name'],
);
/** A reference to a service, or one of its two parts. */
export const service = row(
  ['dangling-service-ref'],
  noAccess,
  ['dangling-service-ref', 'service-port-missing', 'service-without-workload'],
  alone,
);
/** A duration of which zero is a limit that is always reached. */
export const limit = row(works, noAccess, ['timeout-zero'], alone);
/** A size or a count with a range. */
export const size = row(works, noAccess, ['limit-out-of-range'], alone);
/** A host name that requests are compared with. */
export const host = row(['hostname-never-matches', 'hostname-with-port', 'hostname-scheme'], ['hostname-never-matches'], works, [
  'hostname-outside-listener',
]);
/** A share among several. */
export const weight = row(works, noAccess, ['zero-weight'], ['zero-weight']);
