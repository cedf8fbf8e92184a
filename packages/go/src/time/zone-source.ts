/** Loads time zones from the system's zone files, as Go does, or else from the database that is built into Node. */
import { caches } from '../bounds/caches.js';
import { Location, parseZoneFile, utc } from './location.js';
import type { Zone } from './zone.js';

/** The directories of Go's time/zoneinfo_unix.go. */
const directories = ['/usr/share/zoneinfo/', '/usr/share/lib/zoneinfo/', '/usr/lib/locale/TZ/', '/etc/zoneinfo/'];
const maxZoneFileBytes = 10 * 1024 * 1024;
const loaded = caches.map<string, Location | undefined>();
const maxLoaded = 1000;

/**
 * time.LoadLocation: the location for an IANA name. `` and `UTC` are UTC; undefined for an unknown name.
 * Names that would leave the directory of the database are unknown.
 */
export function loadLocation(name: string): Location | undefined {
  if (name === '' || name === 'UTC') return utc;
  if (name.includes('..') || /^[/\\]|\0/.test(name)) return undefined;
  if (!loaded.has(name)) {
    if (loaded.size >= maxLoaded) loaded.clear();
    loaded.set(name, fromFiles(name));
  }
  return loaded.get(name);
}

function fromFiles(name: string): Location | undefined {
  const fs = process.getBuiltinModule('node:fs');
  let database = false;
  for (const directory of directories) {
    if (!fs.existsSync(directory)) continue;
    database = true;
    const bytes = zoneFile(directory + name);
    if (bytes !== undefined) return parseZoneFile(name, bytes);
  }
  return database ? undefined : fromIntl(name);
}

/** The content of a zone file; undefined if there is no such file, or if the system refuses the name, such as one that is too long. */
function zoneFile(path: string): Uint8Array | undefined {
  const fs = process.getBuiltinModule('node:fs');
  try {
    const stat = fs.statSync(path, { throwIfNoEntry: false });
    return stat?.isFile() && stat.size <= maxZoneFileBytes ? fs.readFileSync(path) : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    return undefined;
  }
}

/** A location from Node's own database, which has offsets but only some abbreviations. */
export function fromIntl(name: string): Location | undefined {
  try {
    return new IntlLocation(name);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const maxDate = 8_640_000_000_000n;
const clampDate = (unix: bigint): Date => new Date(Number(unix > maxDate ? maxDate : unix < -maxDate ? -maxDate : unix) * 1000);

class IntlLocation extends Location {
  readonly #offset: Intl.DateTimeFormat;
  readonly #names: readonly Intl.DateTimeFormat[];
  constructor(name: string) {
    super(name);
    this.#offset = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
    this.#names = ['en-US', 'en-GB', 'en-AU', 'en-IN', 'en-ZA'].map(
      locale => new Intl.DateTimeFormat(locale, { timeZone: name, timeZoneName: 'short' }),
    );
  }

  lookup(unix: bigint): Zone {
    const date = clampDate(unix);
    const offset = parseOffset(zoneName(this.#offset, date));
    const names = this.#names.map(format => zoneName(format, date));
    const standard = Math.min(
      ...[0, 6].map(month => parseOffset(zoneName(this.#offset, new Date(Date.UTC(date.getUTCFullYear(), month, 1))))),
    );
    return { name: names.find(text => /^[A-Z]{3,5}$/.test(text)) ?? numericName(offset), offset, isDst: offset > standard };
  }

  zones(): readonly Zone[] {
    const seconds = [0, 6].map(month => BigInt(Date.UTC(2024, month, 1) / 1000));
    return seconds.map(unix => this.lookup(unix));
  }
}

const zoneName = (format: Intl.DateTimeFormat, date: Date): string =>
  format.formatToParts(date).find(part => part.type === 'timeZoneName')?.value ?? '';

function parseOffset(text: string): number {
  const match = /^GMT(?:([+-])(\d+)(?::(\d+))?(?::(\d+))?)?$/.exec(text);
  const seconds = Number(match?.[2] ?? 0) * 3600 + Number(match?.[3] ?? 0) * 60 + Number(match?.[4] ?? 0);
  return match?.[1] === '-' ? -seconds : seconds;
}

/** The abbreviation that the database gives to zones without a name: `+03`, `-0330`. */
function numericName(offset: number): string {
  const minutes = Math.floor(Math.abs(offset) / 60);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${minutes % 60 === 0 ? '' : two(minutes % 60)}`;
}
