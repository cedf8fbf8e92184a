/** Sprig v3.3.0's strval and strslice (strings.go). */
import { sprintf } from '@mcpgw/go/fmt';
import { decodeBytes, Sized, sliceType, typed, type Value } from '@mcpgw/go/values';

/** What fmt prints for `%v`. */
export function formatValue(v: Value): string {
  if (typeof v === 'string') return v;
  if (typeof v === 'bigint' || typeof v === 'boolean') return String(v);
  return sprintf('%v', [v]);
}

/** Sprig's strval: a string or []byte unchanged, everything else as `%v`. */
export function strval(v: Value): string {
  return v instanceof Uint8Array ? decodeBytes(v) : formatValue(v);
}

/** The elements of a slice of any type as `any` values; undefined if the value is not a slice. */
export function elements(v: Value): readonly Value[] | undefined {
  if (Array.isArray(v)) return v;
  return v instanceof Uint8Array ? Array.from(v, byte => new Sized('uint8', BigInt(byte))) : undefined;
}

/** Sprig's strslice: a []string unchanged; the non-nil elements of any other slice; a list of one for a single value. */
export function strslice(v: Value): Value[] {
  if (Array.isArray(v) && sliceType(v) === '[]string') return v;
  const items = elements(v);
  if (items === undefined) return typed(v === null ? [] : [strval(v)], '[]string');
  const out: Value[] = [];
  for (const item of items) if (item !== null) out.push(strval(item));
  return typed(out, '[]string');
}
