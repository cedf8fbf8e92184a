/** Detects secrets by name or by text, for the rule secret-in-clear-text and for reports that print values. */

const secretName = /(?:^|[-_.])(?:api[-_]?key|token|secret|password|passwd|credential|private[-_]?key|authorization|cookie)s?(?:$|[-_.])/i;
const camelSecret = /(?:apiKey|Token|Secret|Password|PrivateKey)$/;
const placeholder = /\$\{|\$[A-Z_]+|\{env:|^<.*>$|^(?:x+|\*+|\.\.\.|changeme|redacted|your[-_ ].*)$/i;
const knownTokens =
  /(?:^|\s)(?:sk-[A-Za-z0-9_-]{16,}|ghp_[A-Za-z0-9]{20,}|github_pat_\w{20,}|xox[abprs]-[\w-]{10,}|AKIA[A-Z0-9]{16}|eyJ[\w-]{10,}\.[\w-]{10,}\.)/;

/** Names of what describes a secret: the ID of a key, a file, an address, a kind or a time. A `secret_id` is itself a secret. */
const aboutSecret = /(?:key[-_.]?id|[-_.](?:name|file|path|url|uri|ref|type|ttl|expiry|header|prefix|algorithm))$/i;

/** Whether a field, header or variable of this name holds a secret. */
export const isSecretName = (name: string): boolean => (secretName.test(name) || camelSecret.test(name)) && !aboutSecret.test(name);

/** Whether a text has the form of a well-known kind of token. */
export const isKnownToken = (text: string): boolean => knownTokens.test(text);

/** Whether a text is a placeholder for a value from another source. */
export const isPlaceholder = (text: string): boolean => placeholder.test(text);
