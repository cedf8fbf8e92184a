import type { Path } from '@mcpgw/diagnostics';
import { given, itemsAt, numberAt } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

export const preStopSleep: ObjectRule = {
  id: 'pre-stop-sleep',
  severity: 'error',
  since: '1.30.0',
  on: ['PodSpec'],
  why: 'A container that sleeps before it stops must be done before the pod is killed.',
  check(node, context) {
    const grace = numberAt(node, 'terminationGracePeriodSeconds') ?? 30;
    const least = context.minor >= 33 ? 0 : 1;
    for (const kind of ['containers', 'initContainers'])
      for (const [index, container] of itemsAt(node, kind).entries())
        for (const hook of ['preStop', 'postStart']) {
          const sleep = given(given(given(container, 'lifecycle'), hook), 'sleep');
          const seconds = numberAt(sleep, 'seconds') ?? 0;
          const path: Path = [kind, index, 'lifecycle', hook, 'sleep', 'seconds'];
          if (sleep !== undefined && (seconds < least || seconds > grace))
            context.report(path, `${seconds} is out of range: from ${least} to ${grace}, terminationGracePeriodSeconds of the pod`);
        }
  },
};
