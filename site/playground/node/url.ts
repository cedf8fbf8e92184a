/** Takes the place of node:url in a browser. */
export const fileURLToPath = (url: string | URL): string => decodeURIComponent(new URL(url).pathname);
export const pathToFileURL = (path: string): URL => new URL(`file://${encodeURI(path)}`);
