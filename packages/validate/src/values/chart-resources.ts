import { at, entries, get, items, type Rule, type RuleContext } from '@mcpgw/structure';
import { isOn, numberOf, pods, tell, textOf } from './value-at.js';

export const chartResources: Rule = {
  id: 'chart-resources',
  severity: 'warning',
  kinds: ['values'],
  why: 'The API server accepts the object, and the container never starts or is killed as soon as it works.',
  docs: {
    checks:
      'Memory without a unit, which counts bytes, and less than a program needs; cores where thousandths were meant; users that contradict `runAsNonRoot`; and a port that only the superuser may listen on; and answers that the gateway may keep beyond its memory.',
    fix: 'Write memory as `128Mi`, processors as `100m`, and a user other than 0.',
    wrong: 'resources:\n  limits: {memory: 512}\n',
    correct: 'resources:\n  limits: {memory: 512Mi}\n',
  },
  check(context) {
    const { root } = context;
    for (const [path, isUsed] of pods) if (isUsed(root)) checkResources(context, [...path, 'resources']);
    for (const [index] of items(get(root, 'mcpServers')).entries()) checkResources(context, ['mcpServers', index, 'resources']);
    checkBuffers(context);
    const pod = get(root, 'podSecurityContext');
    const own = get(root, 'securityContext');
    const user = numberOf(get(own, 'runAsUser')) ?? numberOf(get(pod, 'runAsUser'));
    const isNonRoot = textOf(get(own, 'runAsNonRoot')) || textOf(get(pod, 'runAsNonRoot'));
    if (user === 0 && isNonRoot === 'true')
      tell(
        context,
        get(own, 'runAsUser') === undefined ? ['podSecurityContext', 'runAsUser'] : ['securityContext', 'runAsUser'],
        'user 0 contradicts runAsNonRoot: the container does not start',
        'write another user, such as 65532',
        'error',
      );
  },
};

/** The gateway keeps answers that clients have not read in memory, up to `limits.unread_bytes` of its configuration. */
function checkBuffers(context: RuleContext): void {
  const gateway = get(context.root, 'gateway');
  const memory = quantity(textOf(at(gateway, 'resources', 'limits', 'memory')));
  const limit = at(gateway, 'config', 'limits', 'unread_bytes');
  const unread = numberOf(limit) ?? 268_435_456;
  if (!isOn(get(gateway, 'enabled')) || memory === undefined || memory >= unread || memory < 16 * 2 ** 20) return;
  const [path, own] =
    limit === undefined ? [['resources', 'limits', 'memory'], 'its default'] : [['config', 'limits', 'unread_bytes'], 'given'];
  tell(
    context,
    ['gateway', ...path],
    `limits.unread_bytes (${unread} bytes, ${own}) exceeds the memory of the pod: slow clients end it before that limit holds`,
    'write a lower limits.unread_bytes in gateway.config, or give the pod more memory',
  );
}

const units: Readonly<Record<string, number>> = {
  '': 1,
  m: 0.001,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
};

/** The value of a quantity of Kubernetes; undefined for other texts, which the API server refuses. */
function quantity(written: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)([a-zA-Z]*)$/.exec(written);
  return match === null || !Object.hasOwn(units, match[2]!) ? undefined : Number(match[1]) * units[match[2]!]!;
}

function checkResources(context: RuleContext, path: (string | number)[]): void {
  for (const kind of ['requests', 'limits'])
    for (const { key, value } of entries(at(context.root, ...path, kind))) {
      const written = textOf(value);
      const amount = quantity(written);
      if (amount === undefined) continue;
      if (key === 'memory') checkMemory(context, [...path, kind, key], written, amount);
      if (key === 'cpu') checkProcessors(context, [...path, kind, key], written, amount);
    }
}

function checkMemory(context: RuleContext, path: (string | number)[], written: string, amount: number): void {
  const isLimit = path.at(-2) === 'limits';
  const suggestion = `write "${/^\d+$/.test(written) ? `${written}Mi` : '128Mi'}"`;
  const words = amount < 2 ** 20 ? `${amount} bytes` : 'less than the program needs';
  if (isLimit && amount < 16 * 2 ** 20)
    tell(context, path, `${written} of memory is ${words}: the container is killed at startup`, suggestion, 'error');
  else if (amount < 2 ** 20) tell(context, path, `${written} of memory is ${amount} bytes`, suggestion);
}

function checkProcessors(context: RuleContext, path: (string | number)[], written: string, amount: number): void {
  if (amount >= 32)
    tell(
      context,
      path,
      `"cpu: ${written}" is ${amount} cores: few nodes have room for the pod`,
      `write "${written.replace(/\D.*$/, '')}m"`,
    );
  else if (amount > 0 && amount < 0.005 && path.at(-2) === 'limits')
    tell(context, path, `"cpu: ${written}" is too little to answer a probe`, 'write 100m or more');
}
