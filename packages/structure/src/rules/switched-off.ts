/** The rule switched-off: settings in a section whose switch is off. The sections are data of each format. */
import type { Path, Severity } from '@mcpgw/diagnostics';
import { entries, get, isNull, items, type Node } from '../yaml/node.js';
import { memo } from './memo.js';
import type { Kind, Rule } from './rule.js';

/** A section with a switch. */
export interface SwitchedSection {
  /** The path of the section; `*` stands for any key or index, `**` for any path. */
  readonly section: readonly string[];
  /** The field that switches it. Default: `enabled`. */
  readonly by?: string;
  /** The fields that have no effect while it is off; all others without it. */
  readonly fields?: readonly string[];
  /** What does not happen while it is off, after "is off: ". */
  readonly effect: string;
  /** A field that counts before the switch: nothing is reported beside it. */
  readonly unless?: string;
}

/** What the page of the rule says, and how severe it is, for every format. */
export const switchedOff = {
  id: 'switched-off',
  severity: 'info',
  why: 'The settings look as if they had an effect, and do nothing: what they were to limit or protect is open.',
  docs: {
    checks:
      'Settings in a section whose switch is off: of networks, tokens, authorization, budgets, autoscalers, volumes, isolation, TLS and others. A warning for an issuer of tokens in values of the chart that nothing switches on; otherwise an info, because a file may prepare settings for another one.',
    basedOn:
      'The definitions of the formats, by which nothing else in the section is read; the parts that belong to the proxy were tried as rules of their own.',
    fix: 'Switch the section on, or remove its settings.',
    wrong: `frontendPolicies:
  tcp: {keepalives: {enabled: false, time: 30s}}
binds:
- port: 3000
  listeners: [{routes: [{backends: [{host: "127.0.0.1:8080"}]}]}]
`,
    correct: `frontendPolicies:
  tcp: {keepalives: {enabled: true, time: 30s}}
binds:
- port: 3000
  listeners: [{routes: [{backends: [{host: "127.0.0.1:8080"}]}]}]
`,
  },
} as const;

/** The sections of a document that fit a pattern. The bound is the size of the document: each step goes one level down. */
function sectionsAt(root: Node, pattern: readonly string[]): { readonly node: Node; readonly path: Path }[] {
  let found: { node: Node; path: Path }[] = [{ node: root, path: [] }];
  for (const step of pattern)
    found = found.flatMap(({ node, path }) => {
      if (step === '**') return path.length === 0 ? everything(node) : allBelow(node, path);
      if (step !== '*') return get(node, step) === undefined ? [] : [{ node: get(node, step)!, path: [...path, step] }];
      const below = entries(node).map(({ key, value }) => ({ node: value, path: [...path, key] }));
      return node.kind === 'list' ? items(node).map((item, index) => ({ node: item, path: [...path, index] })) : below;
    });
  return found;
}

const everything = memo(root => allBelow(root, []));

function allBelow(root: Node, start: Path): { node: Node; path: Path }[] {
  const found = [{ node: root, path: start }];
  for (let index = 0; index < found.length; index++) {
    const { node, path } = found[index]!;
    for (const { key, value } of entries(node)) found.push({ node: value, path: [...path, key] });
    for (const [place, item] of items(node).entries()) found.push({ node: item, path: [...path, place] });
  }
  return found;
}

const isOff = (node: Node | undefined): boolean => node?.kind === 'scalar' && node.value === false;

/** Creates the rule for documents of a format. */
export const switchRule = (kinds: readonly Kind[], sections: readonly SwitchedSection[], severity: Severity = 'info'): Rule => ({
  ...switchedOff,
  severity,
  kinds,
  check({ root, report }) {
    for (const { section, by = 'enabled', fields, effect, unless } of sections)
      for (const { node, path } of sectionsAt(root, section)) {
        if (!isOff(get(node, by)) || (unless !== undefined && get(node, unless) !== undefined)) continue;
        const given = entries(node).filter(({ key, value }) => key !== by && !isNull(value) && (fields?.includes(key) ?? true));
        const [first] = given;
        if (first === undefined) continue;
        const names = given.map(({ key }) => `"${key}"`).join(', ');
        report({
          at: first.keySpan,
          path: [...path, first.key],
          message: `${names} ${given.length === 1 ? 'has' : 'have'} no effect, because "${by}" is off: ${effect}`,
          suggestion: `write "${by}: true", or remove the settings`,
        });
      }
  },
});
