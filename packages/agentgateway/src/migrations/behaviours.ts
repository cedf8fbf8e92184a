/** Differences in the behaviour of the proxy between versions for the same configuration. */

import { at, compareVersions, type Node } from '@mcpgw/structure';
import { authzTimeout, extAuthzs } from '../views/ext-authz.js';
import type { MigrationNote } from './migration.js';

interface Both {
  readonly before: Node;
  readonly after: Node;
  readonly from: string;
  readonly to: string;
}

/** Notes about changes of behaviour between two versions, from the configuration before and after the migration. */
export function behaviourNotes(both: Both): MigrationNote[] {
  return [...timeoutNotes(both), ...partialBodyNotes(both)];
}

/** Compares the effective timeout of each check in both versions. The defaults changed more than once. */
function timeoutNotes({ before, after, from, to }: Both): MigrationNote[] {
  const [old, now] = [extAuthzs(before), extAuthzs(after)];
  if (old.length !== now.length) return [];
  return old.flatMap((check, i) => {
    const [was, is] = [authzTimeout(before, check, from)?.value, authzTimeout(after, now[i]!, to)?.value];
    if (was === is) return [];
    const danger = is === undefined ? ': a server that never answers holds every request; set policies.http.requestTimeout' : '';
    const message = `the timeout of a check (${check.protocol}) was ${spoken(was)} and is ${spoken(is)}${danger}`;
    return [{ id: 'ext-auth-timeout', kind: 'behaviour', message, path: check.path }];
  });
}

function spoken(nanoseconds: bigint | undefined): string {
  if (nanoseconds === undefined) return 'none';
  const milliseconds = Number(nanoseconds) / 1e6;
  return milliseconds >= 1000 ? `${milliseconds / 1000} s` : `${milliseconds} ms`;
}

/** Measured: v1.1.0 and older send a truncated body regardless of `allowPartialMessage`; v1.4.1 refuses the request. */
function partialBodyNotes({ after, from, to }: Both): MigrationNote[] {
  const [older, newer] = [compareVersions(from, '1.4.0') < 0, compareVersions(to, '1.4.0') >= 0];
  if (older !== newer) return [];
  return extAuthzs(after).flatMap(({ node, path }) => {
    const body = at(node, 'includeRequestBody');
    const partial = at(body, 'allowPartialMessage');
    if (body === undefined || body.kind !== 'map' || (partial?.kind === 'scalar' && partial.value === true)) return [];
    const message = older
      ? 'bodies longer than maxRequestBytes are refused now; v1.1 and older sent the first part of them'
      : 'of bodies longer than maxRequestBytes the first part is sent now; they were refused';
    return [{ id: 'ext-auth-partial-body', kind: 'behaviour', message, path: [...path, 'includeRequestBody'] }];
  });
}
