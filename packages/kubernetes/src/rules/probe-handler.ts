import { givenKeys, listNames } from '@mcpgw/structure';
import type { ObjectRule } from '../objects/rule.js';

const handlers = ['exec', 'httpGet', 'tcpSocket', 'grpc', 'sleep'];

export const probeHandler: ObjectRule = {
  id: 'probe-handler',
  severity: 'error',
  on: ['Probe', 'LifecycleHandler'],
  why: 'A probe or hook does one thing.',
  check(node, context) {
    const found = givenKeys(node, handlers);
    if (found.length === 0) context.report([], 'a handler is missing: one of exec, httpGet, tcpSocket, grpc (probes) or sleep (hooks)');
    else if (found.length > 1) context.report([found[1]!], `only one handler may be set, found ${listNames(found, 'and', '')}`);
  },
};
