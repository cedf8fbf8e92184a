/** The real Chromium of the machine (Debian's package `chromium`, or MCPGW_CHROMIUM), driven by playwright-core. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const candidates = [process.env.MCPGW_CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const executablePath = candidates.find(path => path !== undefined && existsSync(path));

/** Why there is no browser, for the text of a skipped test; undefined where there is one. */
export const chromiumMissing = executablePath === undefined ? 'no Chromium here: install the package chromium' : undefined;

/** Starts the browser; the sandbox of Chromium does not work for root. */
export function startChromium(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: executablePath!, args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ...args] });
}
