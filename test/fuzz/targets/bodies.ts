/** Compressed bodies of servers. The first byte names the coding; what is no compressed data is compressed first. */
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { CodingError, decodedBody } from '../../../packages/loader/src/wire/content-coding.js';
import { holds, outcomeOf, type Target } from '../target.js';

const codings = [
  'gzip',
  'deflate',
  'br',
  'x-gzip',
  'gzip, deflate',
  'unknown',
  'identity',
  'deflate, deflate, deflate, deflate, deflate, deflate',
];
const encoders: Readonly<Record<string, (data: Buffer) => Buffer>> = {
  gzip: gzipSync,
  'x-gzip': gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
};

async function read(coding: string, bytes: Buffer): Promise<Buffer> {
  const headers = { get: (name: string) => (name.endsWith('encoding') ? coding : null) };
  const body = decodedBody({ headers, body: new Response(bytes).body as never });
  const chunks: Uint8Array[] = [];
  for await (const chunk of body ?? []) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export const target: Target = {
  seeds: [
    Buffer.concat([Buffer.of(0), gzipSync('hello')]),
    Buffer.concat([Buffer.of(1), deflateSync('hello')]),
    Buffer.concat([Buffer.of(1), deflateRawSync('hello')]),
    Buffer.concat([Buffer.of(2), brotliCompressSync('hello')]),
    Buffer.concat([Buffer.of(4), deflateSync(gzipSync('hello'))]),
  ],
  tokens: ['\x1f\x8b\x08', '\x78\x9c', '\0\0\xff\xff'],
  share: 0.3,
  async run(input) {
    const coding = codings[(input[0] ?? 0) % codings.length]!;
    const rest = input.subarray(1);
    await outcomeOf([CodingError], () => read(coding, rest));
    const encode = encoders[coding];
    if (encode === undefined) return;
    const whole = await outcomeOf([CodingError], () => read(coding, encode(rest)));
    holds('value' in whole && whole.value.equals(rest), 'a compressed body is decoded to another', coding);
    const cut = encode(rest).subarray(0, -1);
    const short = await outcomeOf([CodingError], () => read(coding, cut));
    holds('error' in short || coding === 'br' || coding === 'deflate', 'a body that was cut off counts as whole', coding);
  },
};
