/** Values of the chart as rules look at them: merged with the defaults of the chart, or as one file has them. */
import type { Path, Severity } from '@mcpgw/diagnostics';
import { at, entries, get, items, type Node, type RuleContext, text } from '@mcpgw/structure';

/** The values below `global.agentgateway`. */
export const settingsOf = (root: Node): Node | undefined => at(root, 'global', 'agentgateway');

/** Whether a value is `true`. */
export const isOn = (node: Node | undefined): boolean => node?.kind === 'scalar' && node.value === true;

/** Whether a value is `false`. */
export const isOff = (node: Node | undefined): boolean => node?.kind === 'scalar' && node.value === false;

/** A text of a value; empty if there is none. Numbers count as their text. */
export const textOf = (node: Node | undefined): string => text(node) ?? (node?.kind === 'scalar' && node.value !== null ? node.text : '');

/** A number of a value, also where it is written as text. */
export function numberOf(node: Node | undefined): number | undefined {
  const written = textOf(node);
  return /^\d+$/.test(written) ? Number(written) : undefined;
}

export const isStatic = (root: Node): boolean => textOf(get(settingsOf(root), 'routingMode')) !== 'gateway-api';

/** The pods of the chart: the path of their values, and whether the values are in use. */
export const pods: readonly (readonly [path: Path, isUsed: (root: Node) => boolean])[] = [
  [[], isStatic],
  [['gateway'], root => isOn(at(root, 'gateway', 'enabled'))],
  [['probe'], root => isStatic(root) && (!isOff(at(root, 'tests', 'enabled')) || isOn(at(root, 'probe', 'cronJob', 'enabled')))],
  [['forwardProxy'], root => items(get(root, 'mcpServers')).length > 0],
];

/** A target of the proxy in the values. */
export interface ProxyTarget {
  readonly node: Node;
  readonly path: Path;
  readonly id: string;
}

/** The targets that are on. */
export function targetsOf(root: Node): ProxyTarget[] {
  const settings = settingsOf(root);
  const own = ['knowledgeBaseTarget', 'githubMcpServer'].flatMap(key => {
    const node = get(settings, key);
    return node !== undefined && isOn(get(node, 'enabled')) ? [{ node, path: ['global', 'agentgateway', key], id: key }] : [];
  });
  const further = items(get(settings, 'extraMcpTargets')).flatMap((node, index) =>
    isOff(get(node, 'enabled')) ? [] : [{ node, path: ['global', 'agentgateway', 'extraMcpTargets', index], id: textOf(get(node, 'id')) }],
  );
  return [...own, ...further];
}

/** Reports a value. Where it is a default, the value itself is not in the file, so the path of its section is taken. */
export function tell(context: RuleContext, path: Path, message: string, suggestion: string, severity?: Severity): void {
  let place = path;
  while (place.length > 0 && at(context.root, ...place) === undefined) place = place.slice(0, -1);
  context.report({ at: at(context.root, ...place) ?? context.root, path: place, message, suggestion, ...(severity && { severity }) });
}

/** The texts at any depth below a value, with their paths. */
export function textsBelow(node: Node | undefined, path: Path): { readonly path: Path; readonly value: string }[] {
  if (node?.kind === 'scalar') return typeof node.value === 'string' ? [{ path, value: node.value }] : [];
  return [
    ...entries(node).flatMap(({ key, value }) => textsBelow(value, [...path, key])),
    ...items(node).flatMap((value, index) => textsBelow(value, [...path, index])),
  ];
}
