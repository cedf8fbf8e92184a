/** `telemetry` of `gateway.yaml`. */
import type { Answers, Census } from '@mcpgw/structure';
import { answers, words } from './natures.js';

const all = (names: readonly string[], given: Answers): Record<string, Answers> => Object.fromEntries(names.map(name => [name, given]));

export const serveTelemetryCensus: Census = {
  telemetry: {
    enabled: answers({
      inert: 'With no endpoint named, exports go to localhost:4318, and the log says that nobody answers.',
      opens: 'It exports no contents of calls and no callers unless other fields say so.',
      conflicts: ['unused-setting'],
    }),
    endpoint: answers({
      inert: ['unused-setting'],
      opens: ['credential-over-http', 'telemetry-export'],
      breaks: ['telemetry-export', 'unfilled-value'],
      conflicts: ['unused-setting'],
    }),
    protocol: answers({ inert: ['unused-setting'], breaks: 'Collectors take both encodings on one port.', conflicts: ['unused-setting'] }),
    headers: answers({
      inert: ['unused-setting', 'telemetry-export'],
      opens: ['secret-in-clear-text', 'credential-over-http'],
      breaks: ['authorization-value', 'unfilled-value', 'telemetry-export'],
      conflicts: ['unused-setting'],
    }),
    timeout: answers({
      inert: ['unused-setting'],
      breaks: ['zero-duration', 'duration-too-long'],
      conflicts: ['telemetry-export', 'unused-setting'],
    }),
    interval: answers({ inert: ['unused-setting'], breaks: ['duration-too-long'], conflicts: ['telemetry-export', 'unused-setting'] }),
    service_name: words,
    attributes: answers({ inert: ['telemetry-export'], conflicts: ['telemetry-export'] }),
    ...all(['traces', 'metrics', 'logs'], answers({ inert: ['telemetry-export'], conflicts: ['unused-setting', 'telemetry-export'] })),
    sample: answers({ inert: ['telemetry-export', 'unused-setting'], conflicts: ['unused-setting'] }),
    ...all(
      ['arguments', 'results'],
      answers({
        inert: ['unused-setting'],
        opens: 'What is exported is redacted and bounded as activity.redact says, and the default is off.',
        conflicts: ['unused-setting'],
      }),
    ),
    callers: answers({
      inert: ['unused-setting'],
      opens: 'It names callers to the collector, which is what it says.',
      conflicts: ['unused-setting'],
    }),
  },
};
