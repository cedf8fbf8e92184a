/** PEM blocks as Go 1.26 reads and writes them (encoding/pem/pem.go). */
import { corruptBase64At } from '../encoding/base.js';

/** A decoded PEM block. */
export interface PemBlock {
  readonly type: string;
  readonly bytes: Uint8Array;
}

const begin = '-----BEGIN ';
const end = '\n-----END ';
const dashes = '-----';

/** The first well-formed block of a text; undefined if there is none. Headers are skipped. */
export function decodePem(text: string): PemBlock | undefined {
  for (let from = 0; ; ) {
    const endAt = text.indexOf(end, from);
    if (endAt < 0) return undefined;
    const beginAt = text.lastIndexOf(begin, endAt - 1);
    if (beginAt >= from && (beginAt === from || text[beginAt - 1] === '\n')) {
      const block = readBlock(text, beginAt + begin.length, endAt);
      if (block !== undefined) return block;
    }
    from = endAt + end.length;
  }
}

/** Reads the block whose type starts at `typeAt` and whose END line follows the newline at `endAt`. */
function readBlock(text: string, typeAt: number, endAt: number): PemBlock | undefined {
  const [typeLine, bodyAt] = lineAt(text, typeAt);
  if (!typeLine.endsWith(dashes)) return undefined;
  const type = typeLine.slice(0, -dashes.length);
  const [endLine] = lineAt(text, endAt + end.length);
  if (endLine !== type + dashes) return undefined;
  let dataAt = bodyAt;
  for (let [line, next] = lineAt(text, dataAt); line.includes(':') && dataAt <= endAt; [line, next] = lineAt(text, dataAt)) dataAt = next;
  if (dataAt > endAt + 1) return undefined;
  const data = text.slice(dataAt, endAt).replace(/[ \t]/g, '');
  return corruptBase64At(Buffer.from(data)) === undefined ? { type, bytes: Buffer.from(data, 'base64') } : undefined;
}

/** A line without its end and trailing blanks, and the start of the next line. */
function lineAt(text: string, at: number): [line: string, next: number] {
  const newline = text.indexOf('\n', at);
  const stop = newline < 0 ? text.length : newline;
  return [
    text
      .slice(at, stop)
      .replace(/\r$/, '')
      .replace(/[ \t]{1,1000}$/, ''),
    newline < 0 ? text.length : newline + 1,
  ];
}

/** A block with lines of 64 characters. */
export function encodePem({ type, bytes }: PemBlock): string {
  const lines =
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${type}-----`, ...lines, `-----END ${type}-----`, ''].join('\n');
}
