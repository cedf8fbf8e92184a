import type { StructShape } from '@mcpgw/structure';
import { compileBlock, indexBlocks } from '../objects/table.js';
import { clusterTypes } from './cluster.js';
import { coreTypes } from './core.js';
import { metaTypes } from './meta.js';
import { networkingTypes } from './networking.js';
import { podTypes } from './pod.js';
import { policyTypes } from './policy.js';
import { volumeTypes } from './volumes.js';
import { workloadTypes } from './workloads.js';

const blocks = indexBlocks([metaTypes, podTypes, volumeTypes, coreTypes, workloadTypes, networkingTypes, policyTypes, clusterTypes]);
const compiled = new Map<string, StructShape>();

/**
 * The structure with a name, compiled on first use.
 * @throws Error if no table has the name.
 */
export function typeOf(name: string): StructShape {
  const known = compiled.get(name);
  if (known !== undefined) return known;
  const block = blocks.get(name);
  if (block === undefined) throw new Error(`no table holds the Kubernetes type ${name}`);
  const struct = compileBlock(block, typeOf);
  compiled.set(name, struct);
  return struct;
}

/** Names of all types. */
export function typeNames(): string[] {
  return [...blocks.keys()];
}
