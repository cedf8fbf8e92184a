/** Parts of Go's package strings whose JavaScript namesakes differ. */

/** unicode.IsSpace. */
export function isSpace(code: number): boolean {
  if (code <= 0xff) return code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0x85 || code === 0xa0;
  return (
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000
  );
}

function firstNonSpace(text: string): number {
  let start = 0;
  while (start < text.length && isSpace(text.charCodeAt(start))) start++;
  return start;
}

/** strings.TrimLeftFunc(text, unicode.IsSpace). */
export const trimLeft = (text: string): string => text.slice(firstNonSpace(text));

/** strings.TrimSpace. */
export function trimSpace(text: string): string {
  const start = firstNonSpace(text);
  let end = text.length;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

/** strings.TrimSpace(text) == "". */
export const isBlank = (text: string): boolean => firstNonSpace(text) === text.length;

/** path.Base. */
export function baseName(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end--;
  if (end === 0) return path === '' ? '.' : '/';
  return path.slice(path.lastIndexOf('/', end - 1) + 1, end);
}

/** filepath.Ext: from the last dot of the last element, or empty. */
export function extName(path: string): string {
  const dot = path.lastIndexOf('.');
  return dot > path.lastIndexOf('/') ? path.slice(dot) : '';
}

/** path.Clean. */
export function cleanPath(path: string): string {
  const rooted = path.startsWith('/');
  const out: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') out.push(part);
    else if (out.length > 0 && out[out.length - 1] !== '..') out.pop();
    else if (!rooted) out.push('..');
  }
  const joined = out.join('/');
  if (rooted) return `/${joined}`;
  return joined === '' ? '.' : joined;
}
