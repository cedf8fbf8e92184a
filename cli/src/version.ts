import manifest from '../package.json' with { type: 'json' };

/** Version of the `mcpgw` package. */
export const version: string = manifest.version;
