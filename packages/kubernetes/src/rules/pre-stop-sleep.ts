import type { Path } from '@mcpgw/diagnostics';
import { child, list, num } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

export const preStopSleep: ObjectRule = {
  id: 'pre-stop-sleep',
  on: ['PodSpec'],
  why: 'a container that sleeps before it stops must be done before the pod is killed',
  check(node, context) {
    if (context.minor < 30) return;
    const grace = num(node, 'terminationGracePeriodSeconds') ?? 30;
    const least = context.minor >= 33 ? 0 : 1;
    for (const kind of ['containers', 'initContainers'])
      for (const [index, container] of list(node, kind).entries())
        for (const hook of ['preStop', 'postStart']) {
          const sleep = child(child(child(container, 'lifecycle'), hook), 'sleep');
          const seconds = num(sleep, 'seconds') ?? 0;
          const path: Path = [kind, index, 'lifecycle', hook, 'sleep', 'seconds'];
          if (sleep !== undefined && (seconds < least || seconds > grace))
            context.report(path, `${seconds} is out of range: from ${least} to ${grace}, terminationGracePeriodSeconds of the pod`);
        }
  },
};
