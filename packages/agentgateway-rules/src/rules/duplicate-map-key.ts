import { walk } from '@mcpgw/agentgateway/internal';
import type { Path } from '@mcpgw/diagnostics';
import { entries, inRange, type Rule } from '@mcpgw/structure';
import { withRoute } from '../examples/examples.js';

/** Mappings with free keys. Everywhere else the proxy refuses a second entry. */
const free = new Set(
  'add set env headers metadata attributes resources modelAliases routes defaults overrides transformation transformations ports services appProtocols addRequestHeaders extraParams additionalParams context requestAttributes responseAttributes metadataContext methods'.split(
    ' ',
  ),
);
/** Policies that are read as a whole before they are decoded, so that the last of two entries counts at every depth. */
const buffered = new Set(['extAuthz', 'remoteRateLimit', 'transformations', 'directResponse', 'ai']);

/** Mappings whose keys are names of headers, in which the case of letters does not count. Those of modifiers have a rule of their own. */
const ofHeaders = new Set(['headers', 'addRequestHeaders']);

function isFree(path: Path, late: boolean): boolean {
  const key = String(path.at(-1));
  return (
    free.has(key) ||
    path.includes('ai') ||
    (late && (path.some(step => buffered.has(String(step))) || (key === 'gateways' && path.length === 1)))
  );
}

export const duplicateMapKey: Rule = {
  id: 'duplicate-map-key',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Of two entries with one key the last one is used, without a message from the proxy.',
  docs: {
    checks:
      'Looks for a key that occurs twice in one mapping, for names of headers regardless of case, and that the proxy accepts: in headers, metadata, environments and expressions by name, and from v1.4 in gateways and conditional policies.',
    seen: 'Live: v1.1.0 and v1.4.1 set the header to the last value.',
    fix: 'Keep one of the entries.',
    wrong: withRoute('policies:\n  requestHeaderModifier:\n    set:\n      x-a: b\n      x-a: c'),
    correct: withRoute('policies:\n  requestHeaderModifier:\n    set:\n      x-a: b\n      x-b: c'),
  },
  check({ root, version, report }) {
    walk(
      { node: root, path: [] },
      ({ node, path }) => {
        if (!isFree(path, inRange(version, { since: '1.4.0' }))) return;
        const seen = new Set<string>();
        const folded = ofHeaders.has(String(path.at(-1)));
        for (const { key, keySpan } of entries(node)) {
          const name = folded ? key.toLowerCase() : key;
          if (seen.has(name))
            report({
              at: keySpan,
              path: [...path, key],
              message: `"${key}" occurs twice: only the last one is used`,
              suggestion: 'keep one of them',
            });
          seen.add(name);
        }
      },
      ({ keys }) => isFree(keys, true),
    );
  },
};
