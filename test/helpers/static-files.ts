/** Serves a folder as hosts of plain files do, on loopback, in gzip. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
};

/** The file that an address names; undefined for none. */
function fileAt(folder: string, url: string): string | undefined {
  const path = join(folder, normalize(decodeURIComponent(new URL(url, 'http://host').pathname)));
  const file = existsSync(path) && statSync(path).isDirectory() ? join(path, 'index.html') : path;
  return file.startsWith(folder) && existsSync(file) ? file : undefined;
}

export interface ServedFiles {
  readonly url: string;
  /** The bodies that were sent, with their bytes as sent. */
  readonly sent: { readonly file: string; readonly bytes: number }[];
  close(): Promise<void>;
}

export async function serveFiles(folder: string): Promise<ServedFiles> {
  const sent: { file: string; bytes: number }[] = [];
  const server: Server = createServer((request, response) => {
    const file = fileAt(folder, request.url ?? '/');
    if (file === undefined) return void response.writeHead(404).end();
    const body = gzipSync(readFileSync(file));
    sent.push({ file, bytes: body.length });
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream', 'content-encoding': 'gzip' }).end(body);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    sent,
    close: () => {
      server.closeAllConnections();
      return new Promise(resolve => server.close(() => resolve()));
    },
  };
}
