/** TOML as github.com/BurntSushi/toml reads and writes it. */
export { unmarshalToml } from './decode.js';
export { marshalToml } from './encode.js';
export { TomlError } from './error.js';
export type { LocalZone } from './scalars.js';
