import { randomBytes } from 'node:crypto';

/** What a local key begins with, so that a gateway compares nothing else with it. */
export const localKeyPrefix = 'mcpgw_local_';

/** A new key for the commands of the user who starts a gateway. */
export const newLocalKey = (): string => localKeyPrefix + randomBytes(32).toString('base64url');
