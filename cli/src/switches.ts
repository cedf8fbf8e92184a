import type { Command } from 'commander';

const truths: Readonly<Record<string, boolean>> = Object.assign(Object.create(null), {
  ...Object.fromEntries(['1', 't', 'T', 'true', 'TRUE', 'True'].map(text => [text, true])),
  ...Object.fromEntries(['0', 'f', 'F', 'false', 'FALSE', 'False'].map(text => [text, false])),
});

/** Switches with a value, as Go's flags take them: `--debug=true` is `--debug`, and `--debug=false` is nothing. */
export function withoutSwitchValues(command: Command, argv: readonly string[]): string[] {
  const switches = new Set(command.options.filter(option => option.isBoolean()).map(option => option.long));
  return argv.flatMap(arg => {
    const [, name, value] = /^(--[a-z-]+)=(.*)$/s.exec(arg) ?? [];
    const truth = switches.has(name) ? truths[value!] : undefined;
    return truth === undefined ? [arg] : truth ? [name!] : [];
  });
}
