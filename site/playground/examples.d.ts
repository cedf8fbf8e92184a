declare module 'playground:examples' {
  /** Values of the folder `examples`, by the name of their folder. */
  export const examples: readonly { readonly name: string; readonly values: string }[];
}
