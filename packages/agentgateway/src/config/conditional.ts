import { buffered, get, inRange, items, list, opt, refined, req, type Shape, type StructShape, select, struct } from '@mcpgw/structure';
import { cel } from './scalars.js';

const since = { since: '1.2.0' };
const maxEntries = 64;

/**
 * A policy, or from v1.2 a list of policies of which the first one whose condition is true is used. The proxy buffers both
 * forms before it decodes them, so it accepts duplicate keys in them.
 */
export function conditional(policy: StructShape, open = false): Shape {
  const many = conditionalOnly(policy, open);
  const whole: StructShape = policy.sequence === undefined ? policy : { ...policy, sequence: { until: since.since } };
  const pick = select([whole, many], (node, version) => (inRange(version, since) && get(node, 'conditional') !== undefined ? many : whole));
  return buffered(pick, since);
}

/** Converts `extAuthz` to `conditional extAuthz`, and `a rate limit` to `a conditional rate limit`. */
function conditionalTitle(title: string): string {
  return /^an? /.test(title) ? title.replace(/^an? /, 'a conditional ') : `conditional ${title}`;
}

/** A list of policies with one condition each. */
export function conditionalOnly(policy: StructShape, open = false, least = 1, sequence = false): Shape {
  const entry: Shape = struct(
    policy.title,
    { ...policy.fields, condition: opt(cel, 'Expression that must hold; without it the entry is the fallback') },
    { ...(policy.choices === undefined ? {} : { choices: policy.choices }), ...(open ? { open: true as const } : {}) },
  );
  const many = struct(
    conditionalTitle(policy.title),
    { conditional: req(list(entry, least, maxEntries), 'policies with a condition each') },
    sequence ? { sequence: true } : {},
  );
  return refined(many, node => {
    const all = items(node.kind === 'list' ? node.items[0] : get(node, 'conditional'));
    const fallback = all.findIndex(item => get(item, 'condition') === undefined);
    if (fallback < 0 || fallback === all.length - 1) return [];
    return [{ node: all[fallback]!, message: 'only the last entry may be without a condition' }];
  });
}
