/** Parameters of an authorization request that a login sets itself: no further parameter of the configuration replaces them. */
export const loginParameters: ReadonlySet<string> = new Set([
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'resource',
  'request',
  'request_uri',
  'response_mode',
]);
