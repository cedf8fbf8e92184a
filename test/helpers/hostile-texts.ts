/** Hostile texts for programs that show them, and the patterns that no output may contain. */

/** Each attacks a terminal, a CI system or a format of reports. */
export const hostilePieces: readonly string[] = [
  '\u001b[31mred\u001b[0m',
  '\u001b]8;;https://evil.example\u0007click\u001b]8;;\u0007',
  '\u001b]0;title\u001b\\',
  '\rover',
  'back\b\b\b\b\u007f',
  '\u009b2J\u0085',
  '\u202ereversed\u202c \u2066isolated\u2069',
  'zero\u200bwidth\u200c\u200d\u2060\ufeff\u00ad',
  'line\u2028::error::separator\u2029::error::paragraph',
  '\n::error::of GitHub',
  '\n \t::add-mask::indented',
  '\n\u00a0\u3000::stop-commands::no-break spaces',
  '\r\n::set-output name=a::b',
  '\n##[error]of Azure',
  'in the line ##[add-mask]x ##vso[task.setvariable variable=a]b ###[group]c ##VSO[d]',
  "\n##teamcity[buildStop comment='x']",
  '\nsection_start:0:x[collapsed=true]\r\u001b[0Kheader',
  '\n\n</failure></testcase>]]><script>alert(1)</script>&amp;&#27;<!--',
  '\n\n```\n````\n\n</code></summary></details><img src=x onerror=alert(1)>\n\n',
  '\n\n# heading\n\n[link](https://evil.example) ![image](https://evil.example/i.png) @mention #1 https://evil.example <https://evil.example>\n\n',
  '%0A::error::encoded,title=x::y:',
  '"\'`$(id)`{{ 1 }}${HOME}',
  'null\u0000one\u0001\ufffe\uffff\ufdd0',
  'tag\u{e0041}\u{e0042}',
];

/** The first word of a text identifies where it was placed. */
export const hostileWord = 'HOSTILE';

export const hostileText = `${hostileWord}${hostilePieces.join(' ')}`;

/** As an argument of a command line, which cannot contain NUL. */
export const hostileArgument = hostileText.replaceAll('\u0000', '');

const systemCommand = /^\s*::|##(?:vso|teamcity)?\[/i;

/** Controls except tab and line ends, directions, zero-width characters, noncharacters. */
const raw =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\p{Noncharacter_Code_Point}]|\r(?!\n)/u;

/** Commands to a terminal or a CI system in a printed text; expected to be empty. */
export function harmsOf(printed: string): string[] {
  return printed.split('\n').flatMap(line => {
    const harms = [systemCommand.test(line) && 'command', raw.test(`${line}\n`) && 'control'].filter(harm => harm !== false);
    return harms.map(harm => `${harm}: ${JSON.stringify(line)}`);
  });
}
