import type { Finding } from '@mcpgw/diagnostics';

/** The text of a file, and findings about its bytes. */
export interface Decoded {
  readonly text: string;
  readonly findings: readonly Finding[];
}

/** The largest file with one document, in bytes. No configuration is that large, and reading one would take minutes. */
export const maxFileBytes = 16 * 1024 * 1024;
/** The largest stream of documents that are checked one after the other, in bytes. */
export const maxStreamBytes = 256 * 1024 * 1024;

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

/** Decodes UTF-8; `limit` is in bytes. Reports bytes that are not UTF-8 and files that are too large; the text is then incomplete. */
export function decodeFile(bytes: Uint8Array, file: string, limit: number = maxFileBytes): Decoded {
  if (bytes.length > limit) {
    const message = `the file has more than ${limit} bytes, and is not read`;
    return { text: '', findings: [{ rule: 'too-large', severity: 'error', message, file, suggestion: 'split it into several files' }] };
  }
  try {
    return { text: strict.decode(bytes), findings: [] };
  } catch {
    return invalidUtf8(lenient.decode(bytes), file);
  }
}

function invalidUtf8(text: string, file: string): Decoded {
  const at = text.indexOf('\ufffd');
  const finding: Finding = {
    rule: 'not-utf8',
    severity: 'error',
    message: 'the file is not UTF-8 text: a byte here does not belong to any character',
    file,
    span: { start: Math.max(0, at), end: Math.max(0, at) + 1 },
    suggestion: 'save the file as UTF-8',
  };
  return { text, findings: [finding] };
}
