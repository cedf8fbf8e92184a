/** Character classes of the scanner (go.yaml.in/yaml/v2 v2.4.3 yamlprivateh.go), as bits of one table. */
export const BLANK = 1;
export const BREAK = 2;
export const NUL = 4;
export const BLANKZ = BLANK | BREAK | NUL;
export const FLOW = 8;
export const COLON = 16;
export const ALPHA = 32;
export const HEX = 64;
export const URI = 128;

/** The classes of the characters below U+202A. Other characters have none. */
export const classes = new Uint8Array(0x202a);

function mark(chars: string, bit: number): void {
  for (const char of chars) classes[char.charCodeAt(0)]! |= bit;
}

const digits = '0123456789';
const letters = 'abcdefghijklmnopqrstuvwxyz';
mark(' \t', BLANK);
mark('\n\r\x85\u2028\u2029', BREAK);
mark('\0', NUL);
mark(',?[]{}', FLOW);
mark(':', COLON);
mark(`${digits}${letters}${letters.toUpperCase()}_-`, ALPHA | URI);
mark(`${digits}abcdefABCDEF`, HEX);
mark(";/?:@&=+$,.!~*'()[]%", URI);

export const classOf = (code: number): number => (code < 0x202a ? classes[code]! : 0);
