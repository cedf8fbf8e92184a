import { supportsColor } from 'chalk';
import { colorChoice } from './color.js';
import { type Color, inColor } from './terminal.js';

/** Whether to color standard output. */
function wantsColors(): boolean {
  const choice = colorChoice();
  return choice === 'auto' ? process.stdout.isTTY === true && supportsColor !== false : choice === 'always';
}

/** Paints a text by its role; without colors, and for a role without one, the text is unchanged. */
export type Paint<Role extends string> = (text: string, role: Role) => string;

/** How a table is shown. */
export interface TableStyle<Role extends string> {
  /** Columns of the terminal; Infinity if there is none. */
  readonly width: number;
  readonly paint: Paint<Role>;
}

/** @param isOn whether to color; by default as --color, the environment and the terminal say */
export function painter<Role extends string>(roles: Readonly<Partial<Record<Role, Color>>>, isOn: boolean = wantsColors()): Paint<Role> {
  return (text, role) => {
    const color = isOn && Object.hasOwn(roles, role) ? roles[role] : undefined;
    return color === undefined ? text : inColor(text, color);
  };
}
