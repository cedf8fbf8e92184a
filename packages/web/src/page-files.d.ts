/** Made by tools/build-page.mjs: the texts of the page's files. */
export declare const pageFiles: {
  readonly html: string;
  readonly script: string;
  readonly style: string;
  readonly icon: string;
};
