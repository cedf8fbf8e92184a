/** What the server, the client and the tests share. Secrets come from the environment, everything else from config.yaml. */
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SecretAuth, StorageOptions } from '@mcpgw/kit';

const here = dirname(fileURLToPath(import.meta.url));
const project = basename(here) === 'dist' ? dirname(here) : here;
export const configPath = join(project, 'config.yaml');

/** Workspaces and the levels of private data; both instances and the client use the same folder. */
export const storage = (): StorageOptions => ({ dataDir: process.env.DATA_DIR ?? join(project, 'data') });

/** Tokens are signed with JWT_SECRET here. With an identity provider, give `jwks` instead of `secret`. */
export const auth = (): SecretAuth => ({ secret: process.env.JWT_SECRET ?? '', issuer: 'template', audience: 'template' });
