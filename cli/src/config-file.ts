/** The configuration that a command uses where none is named. */
import { existsSync } from 'node:fs';
import { CliError } from './errors.js';

const usual = ['gateway.yaml', 'mcp_config.json', '.mcp.json'];

/** The file that is read where none is named; undefined where there is none in the working folder. */
export const usualConfig = (): string | undefined => usual.find(name => existsSync(name));

/** The file to read. @throws CliError if none is named and no default file exists */
export function configFile(named: string | undefined): string {
  const found = named ?? usualConfig();
  if (found === undefined) throw new CliError(`name a configuration file: there is no ${usual.join(', ')} here`);
  return found;
}
