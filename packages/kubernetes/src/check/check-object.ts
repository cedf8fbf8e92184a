import type { Finding, Path } from '@mcpgw/diagnostics';
import { checkShape, type Inspect, inRange, type MapNode, type StructShape } from '@mcpgw/structure';
import { versionOfMinor } from '../formats/versions.js';
import type { ObjectContext, ObjectRule } from '../objects/rule.js';
import { rulesOf } from '../rules/index.js';
import { objectWording } from './wording.js';

/** The apiVersion and kind of the object that is checked, and the version of the server. */
export interface Subject {
  readonly file: string;
  /** The minor version of Kubernetes 1. */
  readonly minor: number;
  readonly apiVersion: string;
  readonly kind: string;
}

/** Checks an object against its structure and the rules of every structure in it, like the server's strict JSON decoder. */
export function checkObject(root: MapNode, type: StructShape, subject: Subject, base: Path = []): Finding[] {
  const { file, minor } = subject;
  const version = versionOfMinor(minor);
  return checkShape(
    root,
    type,
    { file, version, reader: `Kubernetes 1.${minor}`, decodesGo: true, wording: objectWording, inspect: inspectWith(root, subject) },
    base,
  );
}

/** Runs the rules of each structure. */
function inspectWith(root: MapNode, { minor, apiVersion, kind }: Subject): Inspect {
  const version = versionOfMinor(minor);
  return (node, shape, report) => {
    const rules = rulesOf(shape);
    if (rules.length === 0) return;
    let running: ObjectRule = rules[0]!;
    const context: ObjectContext = {
      minor,
      apiVersion,
      kind,
      types: shape.names!,
      root,
      report: (below, message, suggestion) => report(running.id, running.severity, below, message, suggestion),
    };
    for (const rule of rules) {
      if (!inRange(version, rule)) continue;
      running = rule;
      rule.check(node, context);
    }
  };
}
