import { amountProblem, quantityOf } from '@mcpgw/relations/internal';
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
  const memory = quantityOf(textOf(at(gateway, 'resources', 'limits', 'memory')));
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

/** What the programs of the chart need, and processors that few nodes have. */
const bounds = { memory: 16 * 2 ** 20, cores: 32 };

function checkResources(context: RuleContext, path: (string | number)[]): void {
  for (const kind of ['requests', 'limits'])
    for (const { key, value } of entries(at(context.root, ...path, kind))) {
      const said = amountProblem(key, kind, textOf(value), bounds);
      if (said !== undefined) tell(context, [...path, kind, key], said.message, said.suggestion, said.severity);
    }
}
