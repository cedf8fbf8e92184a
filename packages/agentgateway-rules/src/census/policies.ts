import type { Census } from '@mcpgw/structure';
import { alone, cel, checked, choice, inside, noAccess, outside, parts, row, works } from './answers.js';

const url = row(works, noAccess, ['rewrite-fails'], ['rewrite-fails', 'policy-without-effect']);
const answer = row(['policy-without-effect'], noAccess, ['direct-response-status', 'direct-response-body'], ['policy-without-effect']);

/** `config/policies.ts`: where requests go and how, without identity, limits and changes of bodies. */
export const policiesCensus: Census = {
  policies: {
    requestRedirect: row(
      ['policy-without-effect'],
      noAccess,
      ['rewrite-fails', 'redirect-loop'],
      ['policy-without-effect', 'redirect-loop'],
    ),
    urlRewrite: row(['policy-without-effect'], noAccess, ['rewrite-fails'], ['rewrite-fails', 'policy-without-effect']),
    requestMirror: row(
      ['policy-without-effect', 'mirror-copy'],
      noAccess,
      ['limit-out-of-range', 'dangling-backend-ref', 'mirror-copy'],
      ['backend-ref-wrong-kind', 'mirror-copy'],
    ),
    directResponse: answer,
    health: row(['health-inert', 'policy-replaced'], noAccess, parts, ['health-inert', 'policy-replaced']),
    a2a: row(['a2a-elsewhere'], noAccess, works, alone),
    buffer: inside,
    timeout: row(
      ['list-for-struct'],
      noAccess,
      ['timeout-zero', 'mcp-route-timeout'],
      ['timeout-backend-gt-request', 'retry-without-effect'],
    ),
    retry: row(
      ['retry-without-effect', 'policy-without-effect'],
      noAccess,
      ['retry-200', 'mcp-route-retry', 'limit-out-of-range'],
      ['retry-without-effect'],
    ),
    inferenceRouting: inside,
    delay: row(cel, noAccess, 'A delay as long as the timeout ends the request.', ['timeout-connect-gt-request']),
  },
  requestRedirect: {
    scheme: row(works, noAccess, ['rewrite-fails'], ['redirect-loop']),
    authority: url,
    path: url,
    status: row(works, noAccess, ['direct-response-status'], alone),
  },
  urlRewrite: { authority: url, path: url },
  'an authority': {
    full: url,
    host: url,
    port: row(works, noAccess, checked, ['redirect-port']),
    auto: choice,
    none: choice,
  },
  'a path': { full: url, prefix: { ...url, inert: ['rewrite-inert'] as const } },
  requestMirror: {
    backend: row(['mirror-copy'], noAccess, ['dangling-backend-ref', 'backend-ref-wrong-kind', 'tls-port-mismatch'], ['mirror-copy']),
    percentage: row(['policy-without-effect'], noAccess, ['limit-out-of-range'], alone),
  },
  directResponse: {
    body: row(['direct-response-body'], noAccess, ['direct-response-body'], ['direct-response-body']),
    bodyExpression: row(cel, noAccess, ['direct-response-body'], ['direct-response-body']),
    headers: row(cel, noAccess, ['header-modifier-fails'], ['duplicate-map-key']),
    status: row(works, noAccess, ['direct-response-status'], ['direct-response-body']),
    condition: row(cel, cel, cel, 'An entry without a condition before the last is refused.'),
  },
  'conditional directResponse': { conditional: row(parts, noAccess, parts, 'An entry without a condition before the last is refused.') },
  timeout: {
    requestTimeout: row(works, noAccess, ['timeout-zero', 'mcp-route-timeout'], ['timeout-backend-gt-request', 'retry-without-effect']),
    backendRequestTimeout: row(['timeout-backend-gt-request'], noAccess, ['timeout-zero'], ['timeout-backend-gt-request']),
  },
  retry: {
    attempts: row(works, noAccess, ['limit-out-of-range'], alone),
    backoff: row(works, noAccess, ['retry-without-effect'], ['retry-without-effect']),
    codes: row(['retry-without-effect'], noAccess, ['retry-200'], ['retry-without-effect']),
    precondition: row(cel, noAccess, cel, ['condition-outside-route']),
    condition: row(cel, noAccess, ['retry-200'], ['retry-without-effect', 'condition-outside-route']),
  },
  buffer: { request: inside, response: inside },
  'a buffer': {
    maxBytes: row(works, noAccess, ['limit-out-of-range', 'limit-small'], ['ai-stream-held', 'mcp-route-narrow']),
    failureMode: row(works, 'It lets long bodies pass unread, as `failOpen` says.', works, alone),
  },
  inferenceRouting: {
    endpointPicker: row(parts, noAccess, ['dangling-backend-ref', 'backend-ref-wrong-kind'], alone),
    destinationMode: row(works, 'With `passthrough` the picker decides where requests go, as it says.', outside, alone),
  },
  delay: { duration: row(['cel-wrong-type'], noAccess, cel, ['timeout-connect-gt-request']) },
};
