/** The addresses and headers that fetch accepts, for every address and header in a configuration. */
import type { Problem } from '@mcpgw/structure';

/** Ports that fetch refuses to open ("bad port" of the WHATWG Fetch standard, section 2.9). */
export const blockedPorts: ReadonlySet<number> = new Set([
  ...[1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110, 111, 113, 115],
  ...[117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587],
  ...[601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669],
  ...[6679, 6697, 10080],
]);

/** Ports that no request goes to: the blocked ones, and 0, which no server has. */
const unreachablePorts: ReadonlySet<number> = new Set([0, ...blockedPorts]);

const example = 'http://localhost:8000/mcp';

/**
 * Why fetch cannot open an http or https address; undefined if it can. The message quotes the address only if `quoted` is true, because
 * an address may contain a secret after placeholders are replaced.
 */
export function addressProblem(value: string, quoted = true, such = example): Problem | undefined {
  const what = quoted ? `"${value}"` : 'the address';
  if (!/^https?:\/\/[^\s/]/i.test(value) || !URL.canParse(value))
    return { message: `${what} is not an http or https URL`, suggestion: `write the whole address, such as "${such}"` };
  const { port } = new URL(value);
  if (!unreachablePorts.has(Number(port === '' ? -1 : port))) return undefined;
  return { message: `HTTP clients refuse to connect to port ${port}`, suggestion: 'let the server listen on another port, such as 8000' };
}

/** Pattern of the name of an HTTP header (RFC 9110, section 5.6.2). */
export const headerNamePattern = "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$";
/** Pattern of the value of an HTTP header that fetch can send. */
export const headerValuePattern = '^[\\t\\x20-\\x7e\\x80-\\xff]*$';
const headerName = new RegExp(headerNamePattern);
const headerValue = new RegExp(headerValuePattern);

/** Headers that belong to one connection or to the framing of a message. fetch does not allow callers to set them. */
export const framingHeaders: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
]);

/** What is wrong with the name of a header. */
export function headerNameProblem(name: string): Problem | undefined {
  if (!headerName.test(name))
    return {
      message: 'the name of a header has a character that HTTP does not allow',
      suggestion: 'use letters, digits and "-", such as "X-Api-Key"',
    };
  if (!framingHeaders.has(name.toLowerCase())) return undefined;
  return { message: `the header ${name} is set by the HTTP client alone`, suggestion: 'remove it' };
}

/** What is wrong with the value of a header. The value is not shown: it may be a secret. */
export function headerValueProblem(name: string | undefined, value: string): Problem | undefined {
  if (headerValue.test(value)) return undefined;
  return {
    message: `the value of the header${name === undefined ? '' : ` ${name}`} has a character that HTTP does not allow`,
    suggestion: 'use printable characters on one line',
  };
}

const ports = [...unreachablePorts].map(port => `0*${port}`).join('|');

/** The part of the check of an address that JSON Schema can express: scheme, host and blocked ports. Placeholders are accepted. */
export const addressSchema: Readonly<Record<string, unknown>> = {
  pattern: '^[hH][tT][tT][pP][sS]?://[^\\s/]|\\$\\{|\\{(?:env|file):',
  not: {
    pattern: `^[hH][tT][tT][pP][sS]?://(?:[^/?#@\\\\${'$'}{]*@)?(?:\\[[^\\]@]*\\]|[^/?#@:\\\\${'$'}{\\[]*):(?:${ports})(?:[/?#\\\\][^${'$'}{]*)?$`,
  },
};

const anyCase = (word: string): string => word.replace(/[a-z]/g, letter => `[${letter}${letter.toUpperCase()}]`);

/** The part of the check of a header name that JSON Schema can express. */
export const headerNameSchema: Readonly<Record<string, unknown>> = {
  pattern: headerNamePattern,
  not: { pattern: `^(?:${[...framingHeaders].map(anyCase).join('|')})$` },
};
