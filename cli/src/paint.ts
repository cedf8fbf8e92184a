import { supportsColor } from 'chalk';
import { type Color, inColor } from './terminal.js';

/** Whether colors are wanted on standard output: it shows them, or FORCE_COLOR asks for them, and NO_COLOR (https://no-color.org) does not forbid them. */
export const wantsColors = (): boolean => supportsColor !== false && (process.env.NO_COLOR ?? '') === '';

/** Paints a text by its role; without colors, and for a role that has none, the text stays as it is. */
export type Paint<Role extends string> = (text: string, role: Role) => string;

/** @param isOn whether there are colors, by default where standard output is a terminal that shows them */
export function painter<Role extends string>(
  roles: Readonly<Partial<Record<Role, Color>>>,
  isOn: boolean = process.stdout.isTTY === true && wantsColors(),
): Paint<Role> {
  return (text, role) => {
    const color = isOn && Object.hasOwn(roles, role) ? roles[role] : undefined;
    return color === undefined ? text : inColor(text, color);
  };
}
