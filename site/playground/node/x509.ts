/** Takes the place of `@mcpgw/go/x509` in a browser, whose keys and certificates come asynchronously only. */
import { refuseKeys } from '../refuse-keys.js';

export const createCertificate = refuseKeys;
export const encodeKey = refuseKeys;
export const generatePrivateKey = refuseKeys;
export const generateRsaKey = refuseKeys;
export const isPem = refuseKeys;
export const parseCertificate = refuseKeys;
export const parsePrivateKey = refuseKeys;
