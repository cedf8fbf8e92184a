/** YAML that Helm's libraries refuse, or a value that they cannot encode. `message` is exactly the Go error text. */
export class YamlError extends Error {
  override name = 'YamlError';
}
