/** Path functions of Sprig v3.3.0: Go's path, and path/filepath as on Linux, where both are the same. */
import type { Func } from '@mcpgw/gotemplate';
import { aliases } from './define.js';

/** path.Clean: the shortest equal path; `.` for an empty one. */
function clean(path: string): string {
  const rooted = path.startsWith('/');
  const out: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') out.push(part);
    else if (out.length > 0 && out.at(-1) !== '..') out.pop();
    else if (!rooted) out.push(part);
  }
  return (rooted ? '/' : '') + out.join('/') || '.';
}

function base(path: string): string {
  if (path === '') return '.';
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end--;
  return end === 0 ? '/' : path.slice(path.lastIndexOf('/', end - 1) + 1, end);
}

function ext(path: string): string {
  const dot = path.lastIndexOf('.');
  return dot > path.lastIndexOf('/') ? path.slice(dot) : '';
}

export const pathFuncs: readonly Func[] = [
  ...aliases(['base', 'osBase'], ['string'], 'string', base),
  ...aliases(['dir', 'osDir'], ['string'], 'string', (path: string) => clean(path.slice(0, path.lastIndexOf('/') + 1))),
  ...aliases(['ext', 'osExt'], ['string'], 'string', ext),
  ...aliases(['clean', 'osClean'], ['string'], 'string', clean),
  ...aliases(['isAbs', 'osIsAbs'], ['string'], 'bool', (path: string) => path.startsWith('/')),
];
