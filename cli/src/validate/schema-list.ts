import { CliError } from '../errors.js';

/** What `mcpgw schema` prints. Throws CliError for a name that there is not. */
export function printSchema(name: string | undefined, _version: string | undefined): string {
  throw new CliError(`there is no schema "${name}"`);
}
