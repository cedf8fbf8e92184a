/** Takes the place of what only a command line needs: a search for files by pattern. */
export const globSync = (): string[] => [];
export const isDynamicPattern = (): boolean => false;
