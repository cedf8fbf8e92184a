import { compileBlock, indexBlocks, type StructType } from '../objects/table.js';
import { clusterTypes } from './cluster.js';
import { coreTypes } from './core.js';
import { metaTypes } from './meta.js';
import { networkingTypes } from './networking.js';
import { podTypes } from './pod.js';
import { policyTypes } from './policy.js';
import { volumeTypes } from './volumes.js';
import { workloadTypes } from './workloads.js';

const blocks = indexBlocks([metaTypes, podTypes, volumeTypes, coreTypes, workloadTypes, networkingTypes, policyTypes, clusterTypes]);
const compiled = new Map<string, StructType>();

/** The type of a name; compiled when it is first asked for. Throws for a name that no table has. */
export function typeOf(name: string): StructType {
  const known = compiled.get(name);
  if (known !== undefined) return known;
  const block = blocks.get(name);
  if (block === undefined) throw new Error(`no table holds the Kubernetes type ${name}`);
  const struct = compileBlock(block, typeOf, early => compiled.set(name, early));
  return struct;
}

/** Names of all types, for the tests that compile every table. */
export function typeNames(): string[] {
  return [...blocks.keys()];
}
