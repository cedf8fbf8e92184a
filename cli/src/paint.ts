import { supportsColor } from 'chalk';
import { type Color, inColor } from './terminal.js';

/** Whether to color standard output: it supports colors, or FORCE_COLOR asks for them, and NO_COLOR (https://no-color.org) does not forbid them. */
export const wantsColors = (): boolean => supportsColor !== false && (process.env.NO_COLOR ?? '') === '';

/** Paints a text by its role; without colors, and for a role without one, the text is unchanged. */
export type Paint<Role extends string> = (text: string, role: Role) => string;

/** How a table is shown. */
export interface TableStyle<Role extends string> {
  /** Columns of the terminal; Infinity if there is none. */
  readonly width: number;
  readonly paint: Paint<Role>;
}

/** @param isOn whether to color; by default if standard output is a terminal that supports colors */
export function painter<Role extends string>(
  roles: Readonly<Partial<Record<Role, Color>>>,
  isOn: boolean = process.stdout.isTTY === true && wantsColors(),
): Paint<Role> {
  return (text, role) => {
    const color = isOn && Object.hasOwn(roles, role) ? roles[role] : undefined;
    return color === undefined ? text : inColor(text, color);
  };
}
