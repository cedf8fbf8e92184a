/** What a command said before it ended: of its last lines the one that says why. */

const blank = /^\s*$/;
/** An error with its message, as Node.js and most programs begin it. */
const namedError = /^(?:Uncaught )?[\w$.]*(?:Error|Exception)\b/;

/** How a program ends what it says, where its last line does not say why; and which of the lines before it does. */
interface Ending {
  readonly last: RegExp;
  readonly telling: (lines: readonly string[]) => string | undefined;
}

const endings: readonly Ending[] = [
  {
    // Node.js prints the place, the error, its stack and fields, and then its version.
    last: /^Node\.js v\d/,
    telling: lines => {
      const said = lines.filter(line => /^\S/.test(line) && !/^(?:[\^})\]]|\(Use `node )/.test(line));
      return said.findLast(line => namedError.test(line)) ?? said.at(-1);
    },
  },
  {
    // npm and npx name the file of their log at the end, and the kind of the error before its text.
    last: /^npm (?:error|ERR!) A complete log/,
    telling: lines => lines.find(line => /^npm (?:error|ERR!) (?!(?:code|syscall|errno|path) )\S+ \S/.test(line)),
  },
  {
    // docker refers to its help.
    last: /^(?:See|Run) '(?:docker|podman)\b.*--help'/,
    telling: lines => lines.findLast(line => /^\S+: /.test(line)),
  },
];

/** The line that says why a command ended, of the end of what it printed; empty if it printed nothing. */
export function lastWords(text: string): string {
  const lines = text.split('\n').filter(line => !blank.test(line));
  const last = lines.at(-1) ?? '';
  const before = lines.slice(0, -1);
  const ending = endings.find(each => each.last.test(last));
  return (ending?.telling(before) ?? last).trim();
}
