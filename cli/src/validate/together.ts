import type { Node, ReadYaml } from '@mcpgw/structure';
import { objectsLookedAt } from '@mcpgw/validate';

/** Context for manifests that are applied together. */
export interface Together {
  /** The objects of every manifest but the one at `index`. */
  readonly others: (index: number) => readonly Node[];
  /** The proxy's version, if the images of all manifests name exactly one. */
  readonly version: string | undefined;
}

/** A manifest by its name in findings. */
export interface ManifestText {
  readonly file: string;
  readonly text: string;
}

/** Combines the manifests of a run, so that rules across objects see them all. */
export function readTogether(manifests: readonly ManifestText[], readYaml: ReadYaml): Together {
  const texts = manifests.map(({ text }) => text);
  const version = imageVersionOf(texts);
  if (texts.length < 2) return { others: () => [], version };
  const objects = manifests.map(({ file, text }) => (text.includes('apiVersion') ? objectsLookedAt(text, file, readYaml) : []));
  return { others: index => objects.filter((_, other) => other !== index).flat(), version };
}

function imageVersionOf(texts: readonly string[]): string | undefined {
  const image = /image:\s*"?[^\s"]*agentgateway[^\s":@]*:v?(\d+\.\d+\.\d+[^\s"@]*)/;
  const versions = new Set(texts.flatMap(text => (text.includes('agentgateway') && image.exec(text)?.[1]) || []));
  return versions.size === 1 ? [...versions][0] : undefined;
}
