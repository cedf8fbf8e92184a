/** Tokens, key sets and paths that clients of the kit's servers send. */
import { createHmac } from 'node:crypto';
import { join, resolve, sep } from 'node:path';
import { hostToWorkspacePath, runInSession, WorkspaceError, workspaceToHostPath } from '@mcpgw/kit';
import { AuthError } from '../../../packages/access/src/auth-error.js';
import { Authenticator } from '../../../packages/kit/src/auth.js';
import { workspaceSegments } from '../../../packages/kit/src/workspace-path.js';
import { jsonTokens } from '../seeds.js';
import { holds, outcome, outcomeOf, type Target } from '../target.js';

const secret = 'k8Jq2vXw9ZpL4mNr7TyB3cFh6GdS1aQe';
const authenticator = new Authenticator({ secret, issuer: 'i', audience: 'a', clock: () => new Date(1_700_000_000_000) });
const encoded = (text: string): string => Buffer.from(text).toString('base64url');
const payload = '{"iss":"i","aud":"a","exp":1700000600,"sub":"u","session_id":"s"}';

/** A signed token of any two parts. */
function signed(header: string, body: string): string {
  const start = `${encoded(header)}.${encoded(body)}`;
  return `${start}.${createHmac('sha256', secret).update(start).digest('base64url')}`;
}

/** The first line is the header of a token, the second its payload; the whole is a token of its own, and a path. */
export const target: Target = {
  seeds: [
    `{"alg":"HS256"}\n${payload}`,
    `{"alg":"none"}\n{"exp":1e999}`,
    signed('{"alg":"HS256","typ":"JWT"}', payload),
    '/workspace/a/../b//c/.',
    '../../etc/passwd',
    '/workspace/%2e%2e/\u00e9',
    'a/b/c\\d',
  ],
  tokens: [
    ...jsonTokens,
    '"alg":"HS256"',
    '"alg":"RS256"',
    '"crit":["exp"]',
    '"b64":false',
    '"kid":',
    '"exp":',
    '"nbf":',
    '"iss":"i"',
    '"aud":["a"]',
    '"sub":',
    '"session_id":',
    '.',
    '..',
    '/',
    '/workspace',
    '../',
    '%2e%2e',
    '\\',
    'a/',
    '\n',
    '~',
  ],
  async run(input, folder) {
    const text = input.toString('utf8');
    const [header = '', body = ''] = text.split('\n');
    for (const token of [text, signed(header, body)]) {
      const verified = await outcomeOf([AuthError], () => authenticator.verify(token));
      if ('error' in verified) continue;
      const { userId, sessionId, expiresAt } = verified.value;
      holds(
        userId !== '' && sessionId !== '' && Number.isFinite(expiresAt),
        'a token without a user, a session or an expiry is taken',
        text.slice(0, 200),
      );
    }
    const segments = outcome([WorkspaceError], () => workspaceSegments(text));
    if ('value' in segments)
      holds(
        segments.value.every(name => name !== '' && !name.includes('/') && !name.includes('\0')),
        'a segment of a path is no name',
      );
    const session = { userId: 'u', sessionId: 's', workspaceDir: join(folder, 'workspaces'), dataDir: join(folder, 'data') };
    await runInSession(session as never, async () => {
      const host = await outcomeOf([WorkspaceError], () => workspaceToHostPath(text));
      if ('error' in host) return;
      holds(resolve(host.value).startsWith(resolve(folder) + sep), 'a path of a workspace lies outside of it', host.value);
      await outcomeOf([WorkspaceError], () => hostToWorkspacePath(host.value));
    });
  },
};
