import { spawn } from 'node:child_process';

const programs: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
  linux: ['xdg-open'],
};

/** Opens an address in the browser, without a shell. A machine without a browser opens nothing: the address was printed too. */
export function openBrowser(url: string): void {
  const [program, ...args] = programs[process.platform] ?? [];
  if (program === undefined) return;
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
