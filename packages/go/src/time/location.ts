/** Go's time.Location (time/zoneinfo.go, zoneinfo_read.go of Go 1.26): the offsets and abbreviations of a time zone. */

import { bindMethod, type MethodTable } from '../values/methods.js';
import { type Func, GoObject, type JsonStruct } from '../values/value.js';
import { parseTzRules, type TzRules, zoneByRules } from './tzset.js';
import type { Zone } from './zone.js';

/** `*time.Location`. */
export abstract class Location extends GoObject {
  readonly goType = '*time.Location';
  readonly goKind = 'ptr';
  readonly name: string;
  constructor(name: string) {
    super();
    this.name = name;
  }
  /** The zone in effect at a time in Unix seconds. */
  abstract lookup(unix: bigint): Zone;
  /** Zones that this location has used, to look up an abbreviation in. */
  abstract zones(): readonly Zone[];

  /** The offset that an abbreviation means at a wall-clock time given as if it were UTC; undefined for an unknown abbreviation. */
  lookupName(name: string, unix: bigint): number | undefined {
    const named = this.zones().filter(zone => zone.name === name);
    for (const zone of named) {
      const there = this.lookup(unix - BigInt(zone.offset));
      if (there.name === name) return there.offset;
    }
    return named[0]?.offset;
  }

  override method(name: string): Func | undefined {
    return bindMethod(locationMethods, this, name);
  }
  override goString(): string {
    return this.name;
  }
  override toJsonValue(): JsonStruct {
    return { struct: [] };
  }
}

const locationMethods: MethodTable<Location> = { String: { result: 'string', call: location => location.name } };

class FixedLocation extends Location {
  readonly #zone: Zone;
  constructor(name: string, zone: Zone) {
    super(name);
    this.#zone = zone;
  }
  lookup(): Zone {
    return this.#zone;
  }
  zones(): readonly Zone[] {
    return [this.#zone];
  }
}

/** A location that is always at `offset` seconds east of UTC. */
export const fixedZone = (name: string, offset: number): Location => new FixedLocation(name, { name, offset, isDst: false });
/** time.UTC. */
export const utc: Location = fixedZone('UTC', 0);

/** Go's time.Local: a location named `Local`, or `UTC` if it is UTC. */
export class LocalLocation extends Location {
  readonly #location: Location;
  constructor(location: Location | undefined) {
    super(location === undefined || location === utc ? 'UTC' : 'Local');
    this.#location = location ?? utc;
  }
  lookup(unix: bigint): Zone {
    return this.#location.lookup(unix);
  }
  zones(): readonly Zone[] {
    return this.#location.zones();
  }
}

/** A location read from a zone file. */
class FileLocation extends Location {
  readonly #zones: readonly Zone[];
  readonly #times: readonly bigint[];
  readonly #indexes: readonly number[];
  readonly #rules: TzRules | undefined;
  constructor(name: string, zones: readonly Zone[], times: readonly bigint[], indexes: readonly number[], rules: TzRules | undefined) {
    super(name);
    this.#zones = zones;
    this.#times = times;
    this.#indexes = indexes;
    this.#rules = rules;
  }

  zones(): readonly Zone[] {
    return this.#zones;
  }

  lookup(unix: bigint): Zone {
    const times = this.#times;
    if (times.length > 0 && unix < times[0]!) return this.#firstZone();
    let low = 0;
    let high = times.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (unix < times[middle]!) high = middle;
      else low = middle;
    }
    if (low >= times.length - 1 && this.#rules !== undefined) return zoneByRules(this.#rules, unix);
    return this.#zones[this.#indexes[low] ?? 0]!;
  }

  /** The zone before the first transition, in the order of preference of the reference implementation. */
  #firstZone(): Zone {
    const zones = this.#zones;
    if (!this.#indexes.includes(0)) return zones[0]!;
    const first = this.#indexes[0]!;
    if (zones[first]!.isDst) {
      const before = zones.slice(0, first).findLast(zone => !zone.isDst);
      if (before !== undefined) return before;
    }
    return zones.find(zone => !zone.isDst) ?? zones[0]!;
  }
}

/** Parses the content of a zone file (TZif, versions 1 to 3); undefined if it is malformed by Go's rules. */
export function parseZoneFile(name: string, bytes: Uint8Array): Location | undefined {
  try {
    return readZoneFile(name, new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

interface Counts {
  readonly utcLocal: number;
  readonly stdWall: number;
  readonly leaps: number;
  readonly times: number;
  readonly zones: number;
  readonly chars: number;
}

const headerLength = 44;

function readCounts(view: DataView, at: number): Counts {
  const [utcLocal, stdWall, leaps, times, zones, chars] = [20, 24, 28, 32, 36, 40].map(o => view.getUint32(at + o)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return { utcLocal, stdWall, leaps, times, zones, chars };
}

const dataLength = (c: Counts, size: number): number =>
  c.times * (size + 1) + c.zones * 6 + c.chars + c.leaps * (size + 4) + c.stdWall + c.utcLocal;

function readZoneFile(name: string, view: DataView): Location | undefined {
  const version = view.getUint8(4);
  if (view.getUint32(0) !== 0x545a6966 || ![0, 0x32, 0x33].includes(version)) return undefined;
  const size = version === 0 ? 4 : 8;
  let counts = readCounts(view, 0);
  let at = headerLength;
  if (size === 8) {
    const second = at + dataLength(counts, 4);
    counts = readCounts(view, second);
    at = second + headerLength;
  }
  const end = at + dataLength(counts, size);
  if (counts.zones === 0 || end > view.byteLength) return undefined;
  const times = Array.from({ length: counts.times }, (_, i) =>
    size === 8 ? view.getBigInt64(at + i * 8) : BigInt(view.getInt32(at + i * 4)),
  );
  const indexesAt = at + counts.times * size;
  const indexes = Array.from({ length: counts.times }, (_, i) => view.getUint8(indexesAt + i));
  const zones = readZones(view, indexesAt + counts.times, counts);
  if (zones === undefined || indexes.some(index => index >= zones.length)) return undefined;
  return new FileLocation(name, zones, times, indexes, parseTzRules(readFooter(view, end)));
}

function readZones(view: DataView, at: number, counts: Counts): Zone[] | undefined {
  const names = at + counts.zones * 6;
  const zones: Zone[] = [];
  for (let i = 0; i < counts.zones; i++) {
    const start = view.getUint8(at + i * 6 + 5);
    if (start >= counts.chars) return undefined;
    let name = '';
    for (let k = start; k < counts.chars && view.getUint8(names + k) !== 0; k++) name += String.fromCharCode(view.getUint8(names + k));
    zones.push({ name, offset: view.getInt32(at + i * 6), isDst: view.getUint8(at + i * 6 + 4) !== 0 });
  }
  return zones;
}

function readFooter(view: DataView, at: number): string {
  let text = '';
  for (let i = at; i < view.byteLength; i++) text += String.fromCharCode(view.getUint8(i));
  return text.length > 2 && text.startsWith('\n') && text.endsWith('\n') ? text.slice(1, -1) : '';
}
