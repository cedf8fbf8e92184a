/** Whether a URI may come from a URI template (RFC 6570), that is, contains its fixed parts in order. Takes linear time. */
export function matchesTemplate(template: string, uri: string): boolean {
  const parts = template.split(/\{[^{}]*\}/);
  const [first, ...rest] = parts;
  if (!uri.startsWith(first!)) return false;
  if (rest.length === 0) return uri === first;
  const last = rest.pop()!;
  let position = first!.length;
  for (const part of rest) {
    const found = uri.indexOf(part, position);
    if (found === -1) return false;
    position = found + part.length;
  }
  return uri.length - last.length >= position && uri.endsWith(last);
}
