/** github.com/gobwas/glob v0.2.3 with `/` as the separator. */
export { compileGlob } from './glob.js';
