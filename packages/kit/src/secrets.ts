/** Checks shared secrets for signing tokens. */

const minBytes = 32;
const minDistinct = 8;
const placeholder = /change.?(?:me|this|it|in.?production)|your.?(?:own.?)?(?:secret|key)|placeholder|replace.?(?:me|this)|dev.?secret/i;

/** Why `secret` must not sign tokens (RFC 7518, 3.2: as long as the hash, so 32 bytes for HS256); undefined if it may. */
export function secretFault(secret: string): string | undefined {
  const bytes = Buffer.byteLength(secret);
  if (bytes < minBytes) return `must have at least ${minBytes} bytes, and has ${bytes}`;
  if (placeholder.test(secret)) return 'is a placeholder: make one with `openssl rand -base64 32`';
  if (new Set(secret).size < minDistinct) return `must have at least ${minDistinct} different characters`;
  return undefined;
}
