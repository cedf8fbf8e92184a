/** Refusals of HTTP requests without a valid token: RFC 6750 (section 3), RFC 9728 (section 5.1). */
import type { AuthError } from './auth.js';

const bearer = /^Bearer +(.*)$/i;

/** The token of an Authorization header; undefined if the header is missing or is not a bearer token. */
export function bearerToken(header: string | null): string | undefined {
  return bearer.exec(header ?? '')?.[1];
}

function quoted(text: string): string {
  return `"${text.replace(/[^\x20-\x7e]/g, '').replace(/["\\]/g, '')}"`;
}

function challenge(error: AuthError, resourceMetadataUrl: string | undefined): string {
  const fields = [
    // A request without a token only learns how to authenticate.
    ...(error.problem === 'invalid' ? [`error="invalid_token"`, `error_description=${quoted(error.message)}`] : []),
    ...(resourceMetadataUrl === undefined ? [] : [`resource_metadata=${quoted(resourceMetadataUrl)}`]),
  ];
  return ['Bearer', fields.join(', ')].filter(part => part !== '').join(' ');
}

/** 401 with a challenge; 503 while the server cannot check tokens. */
export function refusal(error: AuthError, resourceMetadataUrl: string | undefined): Response {
  if (error.problem === 'unavailable') {
    return Response.json(
      { error: 'temporarily_unavailable', error_description: error.message },
      { status: 503, headers: { 'Retry-After': '5' } },
    );
  }
  const body = { error: error.problem === 'invalid' ? 'invalid_token' : 'unauthorized', error_description: error.message };
  return Response.json(body, { status: 401, headers: { 'WWW-Authenticate': challenge(error, resourceMetadataUrl) } });
}
