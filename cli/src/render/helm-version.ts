/** `--helm-version`: the version of Helm that loading and rendering reproduce. */
import { dialectOf, HelmError } from '@mcpgw/helm/dialect';
import { type Command, InvalidArgumentError } from 'commander';

export interface HelmVersionFlag {
  /** A version that `dialectOf` takes; undefined for Helm 4. */
  readonly helmVersion?: string;
}

/** Adds the flag; it may be given once. */
export const addHelmVersionFlag = (command: Command): Command =>
  command.option('--helm-version <version>', 'Helm to render as: 3 (3.20.0), 4 (4.2.4, the default) or 4.3 (4.3.1)', checked);

function checked(text: string): string {
  try {
    dialectOf(text);
    return text;
  } catch (error) {
    throw error instanceof HelmError ? new InvalidArgumentError(`${error.message[0]!.toUpperCase()}${error.message.slice(1)}.`) : error;
  }
}
