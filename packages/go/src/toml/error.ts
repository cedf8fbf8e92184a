/** TOML that cannot be parsed, or a value that TOML cannot represent. `message` is the Go error text. */
export class TomlError extends Error {
  override name = 'TomlError';
}
