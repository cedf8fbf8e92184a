/** TOML that cannot be read, or a value that TOML cannot hold. `message` is the Go error text. */
export class TomlError extends Error {
  override name = 'TomlError';
}
