/** Names the kind of a file that a user may pass instead of a chart, as Go's http.DetectContentType does. */
export function detectContentType(head: Uint8Array): string {
  const text = Buffer.from(head).toString('latin1');
  if (text.startsWith('PK\x03\x04')) return 'application/zip';
  if (text.startsWith('%PDF-')) return 'application/pdf';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (/^\s*<\?xml/.test(text)) return 'text/xml; charset=utf-8';
  if (/^\s*<(?:!doctype html|html|head|script|body|!--)[\s>]/i.test(text)) return 'text/html; charset=utf-8';
  const binary = head.some(byte => byte <= 0x08 || byte === 0x0b || (byte >= 0x0e && byte <= 0x1a) || (byte >= 0x1c && byte <= 0x1f));
  return binary ? 'application/octet-stream' : 'text/plain; charset=utf-8';
}
