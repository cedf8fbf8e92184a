/** The golden cases as Helm's command line takes them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { splitManifests } from '@mcpgw/helm';
import { parse } from 'yaml';
import type { KubeObject } from './kube-objects.js';
import { root } from './mcpgw.js';

const folder = join(root, 'test/golden');

interface CaseFile {
  readonly chart: string;
  readonly release?: string;
  readonly namespace?: string;
  readonly valuesFiles?: readonly string[];
  readonly values?: object;
  readonly gatewayVersion?: string;
  readonly set?: readonly string[];
  readonly flags?: readonly string[];
}

export interface GoldenCase {
  readonly name: string;
  readonly release: string;
  readonly namespace: string;
  /** Version of agentgateway that the objects are for. */
  readonly gatewayVersion: string;
  readonly usesGatewayApi: boolean;
  /** Values as flags of Helm. */
  readonly valueFlags: readonly string[];
  /** Whether it takes flags that only `helm template` knows. */
  readonly isTemplateOnly: boolean;
  /** What it renders, as text, one object each. */
  readonly documents: readonly string[];
}

const tagVersion = /^image\.tag=(v\d+\.\d+\.\d+)$/m;

/** The text with its object. */
export const objectOf = (document: string): KubeObject => parse(document);

function readCase(name: string): GoldenCase {
  const here = join(folder, name);
  const file: CaseFile = parse(readFileSync(join(here, 'case.yaml'), 'utf8'));
  const documents = splitManifests(readFileSync(join(here, 'expected.yaml'), 'utf8')).filter(text => parse(text) !== null);
  return {
    name,
    release: file.release ?? 'release-name',
    namespace: file.namespace ?? 'default',
    gatewayVersion: file.gatewayVersion ?? tagVersion.exec(file.set?.join('\n') ?? '')?.[1] ?? 'v1.4.1',
    usesGatewayApi: documents.some(text => /^kind: (HTTPRoute|Gateway)$/m.test(text)),
    isTemplateOnly: file.flags !== undefined,
    documents,
    valueFlags: [
      ...(file.valuesFiles ?? []).flatMap(path => ['-f', resolve(here, path)]),
      ...Object.entries(file.values ?? {}).flatMap(([key, value]) => ['--set-json', `${key}=${JSON.stringify(value)}`]),
      ...(file.gatewayVersion === undefined ? [] : ['--set-string', `global.agentgateway.version=${file.gatewayVersion}`]),
      ...(file.set ?? []).flatMap(assignment => ['--set', assignment]),
    ],
  };
}

/** Every case that renders something. */
export const goldenCases: readonly GoldenCase[] = readdirSync(folder)
  .filter(name => existsSync(join(folder, name, 'expected.yaml')))
  .map(readCase);

/** One of the cases for each set of kinds that they render. */
export function oneOfEachKinds(cases: readonly GoldenCase[]): GoldenCase[] {
  const kindsOf = ({ documents }: GoldenCase) => [...new Set(documents.map(text => objectOf(text).kind))].sort().join();
  return [...new Map(cases.map(golden => [kindsOf(golden), golden])).values()];
}
