/** The refusal of a server that no configuration has, in the same words for every command. */
import { nearest } from '@mcpgw/diagnostics';
import { safeText } from '@mcpgw/loader';
import { CliError } from './errors.js';

/** @param flag what named the server, such as `--server` */
export function noSuchServer(name: string, known: readonly string[], flag?: string): CliError {
  const near = nearest(name, known);
  const hint =
    known.length === 0
      ? 'the configuration has none'
      : near === undefined
        ? `the servers are ${known.map(each => safeText(each)).join(', ')}`
        : `did you mean "${safeText(near)}"?`;
  return new CliError(`${flag === undefined ? '' : `${flag}: `}there is no server "${safeText(name)}"; ${hint}`);
}
