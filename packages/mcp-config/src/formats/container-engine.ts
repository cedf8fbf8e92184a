/** Programs that start a container, and the name of a program in a command. */
const engines: readonly string[] = ['docker', 'podman', 'nerdctl'];

/** The name of the program that a command starts: without folders and without the endings of Windows, in lower case. */
export const programOf = (command: string): string =>
  command
    .split(/[/\\]/)
    .at(-1)!
    .replace(/\.(?:exe|cmd)$/i, '')
    .toLowerCase();

/** Whether a command starts a container itself. */
export const isContainerEngine = (command: string): boolean => engines.includes(programOf(command));
