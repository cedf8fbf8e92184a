/** `case.yaml` of a golden case: what `mcpgw golden` renders and compares. */
import { any, def, list, map, struct, text } from '../shape/shape.js';

export const goldenCase = struct('a golden case', {
  chart: def(text, 'Chart folder or archive; the bundled chart when absent'),
  release: def(text, 'Name of the release'),
  namespace: def(text, 'Namespace of the release'),
  valuesFiles: def(list(text), 'Values files, in order'),
  values: def(map(any, { unique: true }), 'Values over those files'),
  gatewayVersion: def(text, 'agentgateway version, as global.agentgateway.version', { example: '1.4.1' }),
  helmVersion: def(text, 'Version of Helm whose output is expected, such as 3', { example: '3' }),
  set: def(list(text), 'Assignments as after --set'),
  flags: def(list(text), 'Further flags of mcpgw render'),
  expectedError: def(text, 'Text of the error with which the case must be refused'),
});

export const goldenCaseKeys: readonly string[] = Object.keys(goldenCase.fields);
