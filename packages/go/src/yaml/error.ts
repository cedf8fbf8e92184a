/** YAML that Helm's libraries refuse, or a value they cannot write. `message` is the Go error text, to the byte. */
export class YamlError extends Error {
  override name = 'YamlError';
}
