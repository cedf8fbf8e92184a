/** Archives for tests, including broken ones. */

export interface TarEntry {
  readonly name: string;
  readonly data?: string | Uint8Array;
  readonly type?: string;
  /** Size in the header instead of the data's size. */
  readonly size?: string;
  readonly prefix?: string;
  /** Rights, 0o644 unless given. */
  readonly mode?: number;
  /** Where a link (type `2`) leads. */
  readonly linkname?: string;
}

function header({ name, data = '', type = '0', size, prefix = '', mode = 0o644, linkname = '' }: TarEntry): Buffer {
  const block = Buffer.alloc(512);
  block.write(name, 0, 100);
  block.write(`${mode.toString(8).padStart(7, '0')}\0`, 100);
  block.write(size ?? `${Buffer.byteLength(data).toString(8).padStart(11, '0')}\0`, 124, 'latin1');
  block.write('00000000000\0', 136);
  block.write('        ', 148);
  block.write(type, 156);
  block.write(linkname, 157);
  block.write('ustar\0', 257);
  block.write('00', 263);
  block.write(prefix, 345);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

/** A tar archive (ustar) of some files. */
export function tar(entries: readonly TarEntry[]): Buffer {
  const parts = entries.flatMap(entry => {
    const data = Buffer.from(entry.data ?? '');
    return [header(entry), data, Buffer.alloc((512 - (data.length % 512)) % 512)];
  });
  return Buffer.concat([...parts, Buffer.alloc(1024)]);
}
