import { setFlagsFromString } from 'node:v8';

/**
 * Keeps V8's young generation at the size that it has when serving begins. It would grow to 32 MiB while the tools of many servers are
 * read, and never give them back: with 10,000 tools that was a fifth of the resident memory. Versions of V8 that this was not
 * measured with are left alone.
 */
export function keepYoungGenerationSmall(): void {
  if (process.versions.v8.startsWith('11.')) setFlagsFromString('--semi-space-growth-factor=1');
}
