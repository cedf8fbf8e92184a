/** Whether output is in color: --color, then NO_COLOR (https://no-color.org), then FORCE_COLOR and CLICOLOR_FORCE, then the terminal. */

/** The values of `--color`. */
export const colorChoices = ['auto', 'always', 'never'] as const;
export type ColorChoice = (typeof colorChoices)[number];

let chosen: ColorChoice = 'auto';

/** Sets what `--color` says. */
export function chooseColor(choice: ColorChoice): void {
  chosen = choice;
}

/** What the flag and the environment decide; `auto` leaves it to the terminal. */
export function colorChoice(env: Readonly<Record<string, string | undefined>> = process.env): ColorChoice {
  if (chosen !== 'auto') return chosen;
  if ((env.NO_COLOR ?? '') !== '') return 'never';
  const force = env.FORCE_COLOR ?? (env.CLICOLOR_FORCE || undefined);
  if (force === undefined) return 'auto';
  return /^(?:0|false)$/.test(force) ? 'never' : 'always';
}
