/** Tells commands of this user where the gateway runs. */
import { realpath } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import type { Logger } from '@mcpgw/gateway';
import { announceGateway } from '@mcpgw/local-gateway';
import type { Env } from '@mcpgw/structure';
import { gatewaysFolder } from '../gateways-folder.js';
import { systemFault } from '../system-fault.js';
import { version } from '../version.js';

/** The address under which this machine reaches what listens. */
export function localUrl({ address, port, family }: AddressInfo): string {
  const host = address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '::1' : address;
  return `http://${family === 'IPv6' ? `[${host}]` : host}:${port}`;
}

/** What says that there is no place for the file, rather than that something is broken. */
const notWritable: ReadonlySet<string> = new Set(['EROFS', 'EACCES', 'EPERM', 'ENOENT', 'ENOTDIR']);
const remedy = 'name it to them with --url, or let MCPGW_STATE name a folder that can be written';

export interface Announced {
  readonly file: string;
  readonly address: AddressInfo;
  readonly key: string;
}

/** Writes the file that commands look for; where it cannot be written they start servers of their own. Gives what removes it. */
export async function announce({ file, address, key }: Announced, env: Env, logger: Logger): Promise<() => Promise<void>> {
  try {
    const gateway = {
      url: localUrl(address),
      key,
      pid: process.pid,
      version,
      config: await realpath(file),
      startedAt: new Date().toISOString(),
    };
    return await announceGateway(gatewaysFolder(env), gateway);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const fault = systemFault(error) ?? message;
    if (code === undefined) throw error;
    // As in a pod whose file system is read-only, where nobody runs commands without naming the gateway.
    if (notWritable.has(code)) logger.info('commands of this machine do not find the gateway by themselves', { error: fault, remedy });
    else logger.warn('commands of this machine cannot find the gateway', { error: fault, remedy });
    return async () => {};
  }
}
