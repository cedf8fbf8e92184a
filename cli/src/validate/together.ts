import type { Finding } from '@mcpgw/diagnostics';
import { checkFilesTogether, type FileText, type TogetherOptions } from '@mcpgw/validate';

/** The findings of rules across objects for manifests that are applied together. */
export interface Together {
  /** A function that gives the findings of the manifest at `index`. Undefined if the manifest is alone. */
  readonly related: (index: number) => (() => readonly Finding[]) | undefined;
  /** The proxy's version, if the images of all manifests name exactly one. */
  readonly version: string | undefined;
}

/** Combines the manifests of a run, so that rules across objects see them all. */
export function readTogether(manifests: readonly FileText[], options: TogetherOptions): Together {
  const version = imageVersionOf(manifests.map(({ text }) => text));
  if (manifests.length < 2 && options.assumedNamespace === undefined) return { related: () => undefined, version };
  let findings: readonly (readonly Finding[])[] | undefined;
  return {
    related: index => () => {
      findings ??= checkFilesTogether(manifests, { ...options, version: options.version ?? version });
      return findings[index]!;
    },
    version,
  };
}

function imageVersionOf(texts: readonly string[]): string | undefined {
  const image = /image:\s*"?[^\s"]*agentgateway[^\s":@]*:v?(\d+\.\d+\.\d+[^\s"@]*)/;
  const versions = new Set(texts.flatMap(text => (text.includes('agentgateway') && image.exec(text)?.[1]) || []));
  return versions.size === 1 ? [...versions][0] : undefined;
}
