/** Go's encoding/base64 and encoding/base32. */
export { corruptBase64At, decodeBase32, decodeBase64, encodeBase32, encodeBase64 } from './base.js';
