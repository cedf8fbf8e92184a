/** The shape of `case.yaml`, the description of a golden case that `mcpgw golden` renders and compares. */
import { any, anyText, def, list, map, struct } from '@mcpgw/structure';

/** The shape of `case.yaml`. */
export const goldenCase = struct('a golden case', {
  chart: def(anyText, 'Chart folder or archive; the bundled chart when absent'),
  release: def(anyText, 'Name of the release'),
  namespace: def(anyText, 'Namespace of the release'),
  valuesFiles: def(list(anyText), 'Values files, in order'),
  values: def(map(any, { unique: true }), 'Values over those files'),
  gatewayVersion: def(anyText, 'agentgateway version, as global.agentgateway.version', { example: '1.4.1' }),
  helmVersion: def(anyText, 'Version of Helm whose output is expected, such as 3', { example: '3' }),
  set: def(list(anyText), 'Assignments as after --set'),
  flags: def(list(anyText), 'Further flags of mcpgw render'),
  expectedError: def(anyText, 'Text of the error with which the case must be refused'),
});

export const goldenCaseKeys: readonly string[] = Object.keys(goldenCase.fields);
