/** The state that a link carries, compressed in the fragment of the address: it is never sent to a server. */

/** What the user has chosen. */
export interface Shared {
  readonly a: string;
  /** The second set of values; undefined while nothing is compared. */
  readonly b?: string;
  readonly helm: '3' | '4';
  /** Version of the proxy; empty for that of the chart. */
  readonly proxy: string;
  readonly release: string;
  readonly namespace: string;
}

/** Characters of a link that are read, before and after it is unpacked. */
const most = { packed: 200_000, plain: 2_000_000 };

async function through(bytes: Uint8Array, stream: GenericTransformStream, limit = Number.POSITIVE_INFINITY): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = new Blob([bytes as BlobPart])
    .stream()
    .pipeThrough(stream as TransformStream<Uint8Array, Uint8Array>)
    .getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > limit) throw new RangeError('the link holds too much');
    chunks.push(part.value);
  }
  return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer());
}

/** The fragment for a state, without `#`. */
export async function pack(state: Shared): Promise<string> {
  const packed = await through(new TextEncoder().encode(JSON.stringify(state)), new CompressionStream('deflate-raw'));
  const binary = Array.from(packed, byte => String.fromCharCode(byte)).join('');
  return `s=${btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** The state in a fragment; undefined if there is none, or if it is broken. */
export async function unpack(fragment: string): Promise<Shared | undefined> {
  const text = /^#?s=([\w-]+)$/.exec(fragment)?.[1];
  if (text === undefined || text.length > most.packed) return undefined;
  try {
    const packed = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), char => char.charCodeAt(0));
    const plain = await through(packed, new DecompressionStream('deflate-raw'), most.plain);
    const { a, b, helm, proxy, release, namespace } = JSON.parse(new TextDecoder().decode(plain)) as Record<string, unknown>;
    if (!isText(a) || !isText(proxy) || !isText(release) || !isText(namespace) || (helm !== '3' && helm !== '4')) return undefined;
    return { a, ...(isText(b) && { b }), helm, proxy, release, namespace };
  } catch {
    // A link that was cut or edited: the page opens as without it.
    return undefined;
  }
}
