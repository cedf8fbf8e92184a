import manifest from '../package.json' with { type: 'json' };

/** Version of the `mcpgw` package. */
export const version: string = manifest.version;

declare const MCPGW_COMMIT: string | undefined;

/** Commit that the executable was built from, with the suffix `-dirty` if the tree had changes; undefined if it is not known. */
export const commit: string | undefined = (typeof MCPGW_COMMIT === 'string' && MCPGW_COMMIT) || undefined;

/** Versions of Helm whose `helm template` mcpgw reproduces. */
export const helmVersions: readonly string[] = ['4.3.1', '4.2.4', '3.20.0'];
