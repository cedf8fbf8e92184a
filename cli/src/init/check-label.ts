import { CliError } from '../errors.js';

/** @throws CliError if `label` is not a DNS label; `what` and `hint` are for the message */
export function checkLabel(what: string, label: string, maxLength: number, hint = ''): void {
  if (label.length <= maxLength && /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(label)) return;
  throw new CliError(
    `${what} "${label}" must be a DNS label of at most ${maxLength} characters: lower case letters, digits and "-"${hint}`,
  );
}
