import { fileOrRemoteOr } from './common.js';
import { inlineJwks } from './scalars.js';

/** The keys of an issuer: a file, an address, or the JSON itself. */
export const jwks = fileOrRemoteOr(inlineJwks);
