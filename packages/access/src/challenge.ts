/** Refusals of HTTP requests without a valid token: RFC 6750 (section 3), RFC 9728 (section 5.1), the authorization of MCP. */
import type { AuthError } from './auth-error.js';

export interface Challenge {
  readonly error?: 'invalid_token' | 'insufficient_scope';
  readonly description?: string;
  /** The scopes that the request needs. */
  readonly scopes?: readonly string[];
  /** Address of the metadata of the resource. */
  readonly metadata?: string | undefined;
}

function quoted(text: string): string {
  return `"${text.replace(/[^\x20-\x7e]/g, '').replace(/["\\]/g, '')}"`;
}

/** The text of `WWW-Authenticate`. A request without a token only learns how to get one. */
export function challengeText({ error, description, scopes = [], metadata }: Challenge): string {
  const fields = [
    ...(error === undefined ? [] : [`error="${error}"`]),
    ...(error === undefined || description === undefined ? [] : [`error_description=${quoted(description)}`]),
    ...(scopes.length === 0 ? [] : [`scope=${quoted(scopes.join(' '))}`]),
    ...(metadata === undefined ? [] : [`resource_metadata=${quoted(metadata)}`]),
  ];
  return ['Bearer', fields.join(', ')].filter(part => part !== '').join(' ');
}

/** 401 with a challenge; 503 while the server cannot check tokens. */
export function refusal(error: AuthError, metadata: string | undefined): Response {
  if (error.problem === 'unavailable') {
    return Response.json(
      { error: 'temporarily_unavailable', error_description: error.message },
      { status: 503, headers: { 'Retry-After': '5' } },
    );
  }
  const isInvalid = error.problem === 'invalid';
  const body = { error: isInvalid ? 'invalid_token' : 'unauthorized', error_description: error.message };
  const challenge = challengeText({ ...(isInvalid && { error: 'invalid_token' as const, description: error.message }), metadata });
  return Response.json(body, { status: 401, headers: { 'WWW-Authenticate': challenge } });
}
