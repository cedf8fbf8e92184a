import type { Finding } from '@mcpgw/diagnostics';
import { type Parsed, type ParseOptions, type ReadYaml, versionOfTag } from '@mcpgw/structure';
import { checkFilesTogether, type FileText, type TogetherOptions } from '@mcpgw/validate';

/** The findings of rules across objects for manifests that are applied together. */
export interface Together {
  /** A function that gives the findings of the manifest at `index`, the first call for all manifests. Undefined if the manifest is alone. */
  readonly related: (index: number) => (() => readonly Finding[]) | undefined;
  /** A reader for the manifest at `index`. What it reads, the rules across objects do not read again, and the other way around. */
  readonly readYaml: (index: number) => ReadYaml;
  /** The proxy's version, if the images of all manifests name exactly one. */
  readonly version: string | undefined;
}

/** A file whose relations to others are not asked about now; the version is known. */
export const alone = ({ version }: Pick<Together, 'version'>, { readYaml }: { readonly readYaml: ReadYaml }): Together => ({
  related: () => () => [],
  readYaml: () => readYaml,
  version,
});

interface RunOptions extends Omit<TogetherOptions, 'readYaml'> {
  readonly readYaml: ReadYaml;
}

/** Combines the manifests of a run, so that rules across objects see them all. */
export function readTogether(manifests: readonly FileText[], options: RunOptions): Together {
  const version = imageVersionOf(manifests.map(({ text }) => text));
  const { readYaml } = options;
  if (manifests.length < 2 && options.assumedNamespace === undefined)
    return { related: () => undefined, readYaml: () => readYaml, version };
  let findings: readonly (readonly Finding[])[] | undefined;
  const kept = new Map<number, Parsed>();
  const readAt = (text: string, given: ParseOptions, index: number): Parsed => {
    if (text !== manifests[index]!.text || given.dialect !== 'go' || given.maxDepth !== undefined) return readYaml(text, given);
    const read = kept.get(index) ?? readYaml(text, given);
    kept.set(index, read);
    return read;
  };
  return {
    related: index => () => {
      findings ??= checkFilesTogether(manifests, { ...options, version: options.version ?? version, readYaml: readAt });
      kept.delete(index);
      return findings[index]!;
    },
    readYaml: index => (text, given) => readAt(text, given, index),
    version,
  };
}

function imageVersionOf(texts: readonly string[]): string | undefined {
  const image = /image:\s*"?[^\s"]*agentgateway[^\s":@]*:v?(\d+\.\d+\.\d+[^\s"@]*)/;
  const versions = new Set(texts.flatMap(text => versionOfTag((text.includes('agentgateway') && image.exec(text)?.[1]) || '') ?? []));
  return versions.size === 1 ? [...versions][0] : undefined;
}
