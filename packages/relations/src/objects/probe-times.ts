/** Times of probes that restart or hide a container that works. The rules for pods and for values of the chart ask the same questions. */
import type { probeKeys } from './handlers.js';

/** What is wrong at a field of a probe. */
export interface ProbeProblem {
  readonly key: 'failureThreshold' | 'timeoutSeconds' | 'initialDelaySeconds' | 'periodSeconds';
  readonly message: string;
  readonly suggestion: string;
  readonly severity?: 'info';
}

/** Seconds before the first question that no program needs in its usual start. */
const longDelay = 900;

/** The problems of a probe by its numbers, which are seconds and counts; a number that is not given has the value of the API server. */
export function probeProblems(probe: (typeof probeKeys)[number], given: (key: string) => number | undefined): ProbeProblem[] {
  // The API server takes 0 as a number that is not given.
  const [failures, period] = [given('failureThreshold') || 3, given('periodSeconds') || 10];
  const delay = given('initialDelaySeconds') ?? 0;
  const said: ProbeProblem[] = [];
  if (probe === 'livenessProbe' && (failures === 1 || failures * period < 5))
    said.push({
      key: 'failureThreshold',
      message: `the container is restarted after ${failures * period} s without an answer, so one slow moment ends its calls`,
      suggestion: 'write a failureThreshold of 3, and a period of 10',
      ...(failures * period < 5 || period < 30 ? {} : { severity: 'info' }),
    });
  if (probe === 'startupProbe' && delay + failures * period < 5)
    said.push({
      key: 'failureThreshold',
      message: `the container is restarted unless it has started after ${delay + failures * period} s`,
      suggestion: 'write a failureThreshold and a period that make a minute',
    });
  if ((given('timeoutSeconds') || 1) > period)
    said.push({
      key: 'timeoutSeconds',
      message: 'an answer may take longer than the time until the next question',
      suggestion: 'write a shorter time than periodSeconds',
      severity: 'info',
    });
  if (delay >= longDelay)
    said.push({
      key: 'initialDelaySeconds',
      message:
        probe === 'livenessProbe'
          ? `nobody asks the container for its first ${delay} s: one that hangs stays`
          : `the pod is not ready for its first ${delay} s, however soon the program is`,
      suggestion: 'write a startupProbe, or a few seconds',
      ...(probe === 'livenessProbe' ? { severity: 'info' } : {}),
    });
  if (probe === 'livenessProbe' && failures * period >= 3600)
    said.push({
      key: 'periodSeconds',
      message: `a container that hangs is restarted after ${failures * period} s`,
      suggestion: 'write a period of 10 and a failureThreshold of 3',
      severity: 'info',
    });
  if (probe === 'readinessProbe' && failures * period >= 600)
    said.push({
      key: 'periodSeconds',
      message: `a pod that fails gets requests for ${failures * period} s more, and one that works again waits up to ${period} s`,
      suggestion: 'write a period of 10 and a failureThreshold of 3',
      severity: 'info',
    });
  return said;
}
