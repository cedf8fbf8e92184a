/** The folder of the files in memory; relative paths are below it. */
export const folder = '/playground';
