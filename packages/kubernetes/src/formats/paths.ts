import type { Wrong } from './grammar.js';

/** Paths in volumes and mounts, and base64. Follows kubernetes 1.34, pkg/apis/core/validation. */

export function absolutePath(text: string): Wrong {
  return text.startsWith('/') ? undefined : 'it must start with "/"';
}

export function noBacksteps(text: string): Wrong {
  return text.split('/').includes('..') ? 'it may not hold ".."' : undefined;
}

/** A relative path that does not leave its directory. */
export function descendingPath(text: string): Wrong {
  return text.startsWith('/') ? 'it must be relative, it may not start with "/"' : noBacksteps(text);
}

/** A file of a volume: a relative path whose first part does not begin with two dots. */
export function mountFile(text: string): Wrong {
  return descendingPath(text) ?? (text.startsWith('..') ? 'it may not start with ".."' : undefined);
}

const base64Form = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Standard base64 with padding. Line ends are ignored. */
export function base64(text: string): Wrong {
  const compact = /[\r\n]/.test(text) ? text.replace(/[\r\n]/g, '') : text;
  return base64Form.test(compact) ? undefined : 'it must be base64 with "=" at its end as padding';
}
