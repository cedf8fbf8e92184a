/** Go's path, and path/filepath as on Linux. */

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
