/** The files of the page, as tools/build-page.mjs bundles them from `src/page`. */
import { gzipSync } from 'node:zlib';
import { pageFiles } from '../page-files.js';

/** A file of the page. */
export interface Asset {
  readonly type: string;
  readonly body: Buffer;
  /** The body, compressed with gzip. */
  readonly compressed: Buffer;
}

function asset(type: string, text: string): Asset {
  const body = Buffer.from(text);
  return { type: `${type}; charset=utf-8`, body, compressed: gzipSync(body, { level: 9 }) };
}

/** By path below the page's own; the empty path is the page. */
export const assets = (): ReadonlyMap<string, Asset> =>
  new Map([
    ['', asset('text/html', pageFiles.html)],
    ['style.css', asset('text/css', pageFiles.style)],
    ['main.js', asset('text/javascript', pageFiles.script)],
    ['icon.svg', asset('image/svg+xml', pageFiles.icon)],
  ]);
