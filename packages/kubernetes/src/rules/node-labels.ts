import type { Path } from '@mcpgw/diagnostics';
import { entriesAt, given, itemsAt, type Node, textAt, textOrEmpty } from '@mcpgw/structure';
import { quoted } from '../formats/formats.js';
import type { ObjectRule } from '../objects/rule.js';

/** The labels that Kubernetes itself keeps on nodes below its own prefixes, with their values where these are fixed. */
const values: Readonly<Record<string, readonly string[]>> = {
  'kubernetes.io/arch': ['amd64', 'arm64', 'arm', '386', 'ppc64le', 's390x', 'riscv64', 'loong64', 'mips64le'],
  'kubernetes.io/os': ['linux', 'windows'],
};
const keys: ReadonlySet<string> = new Set([
  ...Object.keys(values),
  'kubernetes.io/hostname',
  'topology.kubernetes.io/region',
  'topology.kubernetes.io/zone',
]);

/** Words that are often written in place of a value. */
const meant: Readonly<Record<string, string>> = {
  x86_64: 'amd64',
  x64: 'amd64',
  'x86-64': 'amd64',
  aarch64: 'arm64',
  armv8: 'arm64',
  Linux: 'linux',
  Windows: 'windows',
};

/** Keys that look like a label of nodes and that nobody sets. */
function unknownKey(key: string): string | undefined {
  if (keys.has(key)) return undefined;
  const near =
    /^topology\.kubernetes\.io\/(zones?|regions?|az|availability-?zone)$/i.exec(key)?.[1] ??
    /^(?:topology\.)?k8s\.io\/(zone|region)$/.exec(key)?.[1] ??
    /^kubernetes\.io\/(zone|region)$/.exec(key)?.[1];
  if (near !== undefined) return /^r/i.test(near) ? 'topology.kubernetes.io/region' : 'topology.kubernetes.io/zone';
  const host =
    /^(?:kubernetes\.io\/(?:host-?names?|host|node|node-?name)|topology\.kubernetes\.io\/(?:hostname|node|host)|hostname|k8s\.io\/hostname)$/i;
  if (host.test(key)) return 'kubernetes.io/hostname';
  if (/^kubernetes\.io\/(?:architecture|cpu-?arch)$/i.test(key)) return 'kubernetes.io/arch';
  return /^kubernetes\.io\/(?:operating-?system|platform)$/i.test(key) ? 'kubernetes.io/os' : undefined;
}

export const nodeLabels: ObjectRule = {
  id: 'node-labels',
  severity: 'warning',
  on: ['PodSpec'],
  why: 'Nodes have the labels of Kubernetes under their exact names and with its own words: with another one no node fits, and the pods wait, or a rule about spreading does nothing.',
  check(node, context) {
    const key = (name: string, path: Path): void => {
      const known = unknownKey(name);
      if (known !== undefined) context.report(path, `no node has the label ${quoted(name)} from Kubernetes`, `write ${known}`);
    };
    const value = (name: string, written: string, path: Path): void => {
      const fixed = Object.hasOwn(values, name) ? values[name]! : undefined;
      if (fixed === undefined || written === '' || fixed.includes(written)) return;
      const better = Object.hasOwn(meant, written) ? meant[written] : fixed.slice(0, 2).join(' or ');
      context.report(path, `no node has ${quoted(written)} as its ${name}`, `write ${better}`);
    };
    for (const { key: name, value: written } of entriesAt(node, 'nodeSelector')) {
      key(name, ['nodeSelector', name]);
      value(name, textOrEmpty(written), ['nodeSelector', name]);
    }
    for (const [index, item] of itemsAt(node, 'topologySpreadConstraints').entries())
      key(textAt(item, 'topologyKey'), ['topologySpreadConstraints', index, 'topologyKey']);
    for (const { term, path } of podTerms(node)) key(textAt(term, 'topologyKey'), [...path, 'topologyKey']);
    for (const { term, path } of nodeTerms(node))
      for (const [index, item] of itemsAt(term, 'matchExpressions').entries()) {
        const place = [...path, 'matchExpressions', index];
        key(textAt(item, 'key'), [...place, 'key']);
        if (textAt(item, 'operator') !== 'In') continue;
        for (const [position, each] of itemsAt(item, 'values').entries())
          value(textAt(item, 'key'), textOrEmpty(each), [...place, 'values', position]);
      }
  },
};

interface Term {
  readonly term: Node;
  readonly path: Path;
}

function podTerms(spec: Node): Term[] {
  return ['podAffinity', 'podAntiAffinity'].flatMap(kind => {
    const part = given(given(spec, 'affinity'), kind);
    const path = ['affinity', kind];
    const required = itemsAt(part, 'requiredDuringSchedulingIgnoredDuringExecution').map((term, index) => ({
      term,
      path: [...path, 'requiredDuringSchedulingIgnoredDuringExecution', index],
    }));
    const preferred = itemsAt(part, 'preferredDuringSchedulingIgnoredDuringExecution').flatMap((item, index) => {
      const term = given(item, 'podAffinityTerm');
      return term === undefined
        ? []
        : [{ term, path: [...path, 'preferredDuringSchedulingIgnoredDuringExecution', index, 'podAffinityTerm'] }];
    });
    return [...required, ...preferred];
  });
}

function nodeTerms(spec: Node): Term[] {
  const part = given(given(spec, 'affinity'), 'nodeAffinity');
  const required = given(part, 'requiredDuringSchedulingIgnoredDuringExecution');
  const path = ['affinity', 'nodeAffinity'];
  return [
    ...itemsAt(required, 'nodeSelectorTerms').map((term, index) => ({
      term,
      path: [...path, 'requiredDuringSchedulingIgnoredDuringExecution', 'nodeSelectorTerms', index],
    })),
    ...itemsAt(part, 'preferredDuringSchedulingIgnoredDuringExecution').flatMap((item, index) => {
      const term = given(item, 'preference');
      return term === undefined ? [] : [{ term, path: [...path, 'preferredDuringSchedulingIgnoredDuringExecution', index, 'preference'] }];
    }),
  ];
}
