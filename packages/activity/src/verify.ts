/** Verification of the chains: every line is read twice, first for what other records say about it. */
import { parseLine, type ReadLine, readLine } from './chain.js';
import type { RecordMark } from './record.js';
import type { ActivityStore, StoredLine } from './store.js';

/** What is wrong at a place, by name. */
export const chainProblems = {
  malformed: 'the line is not a record',
  changed: 'the record was changed: its hash is another',
  foreign: 'the record is of another writer',
  missing: 'records before this one are missing',
  reordered: 'the record stands at another place than its number says',
  unlinked: 'the record before it is another than the one that it was written after',
  truncated: 'records after the last one are missing',
  replaced: 'the record is another than the one that was noted',
  removed: 'all records of the writer are missing',
} as const satisfies Readonly<Record<string, string>>;

/** What is wrong at a place. */
export type ChainProblem = keyof typeof chainProblems;

/** The first place where a chain is broken. */
export interface ChainBreak {
  readonly problem: ChainProblem;
  readonly place: string;
  /** The number of the record, or of the first that is missing. */
  readonly seq: number;
  readonly message: string;
}

/** What was found about the records of one writer. */
export interface ChainReport {
  readonly writer: string;
  readonly records: number;
  /** The numbers of the first and the last record; 0 where there are none. */
  readonly first: number;
  readonly last: number;
  /** Absent if the chain is intact. */
  readonly broken?: ChainBreak;
  /** The last line has no end: its write was interrupted. */
  readonly torn?: string;
}

/** What a verification found. */
export interface Verification {
  readonly chains: readonly ChainReport[];
  /** Given heads that cannot be checked, because the record that they name was removed as `activity.keep` says. */
  readonly unchecked: readonly RecordMark[];
}

/** What records and heads say about the records of a writer. */
interface Claims {
  /** Hashes that records have, by number, and who says so. */
  readonly hashes: Map<number, { readonly hash: string; readonly by: string }>;
  /** The last record that was pruned. */
  pruned: number;
}

interface Chain {
  readonly writer: string;
  records: number;
  first: number;
  last: RecordMark;
  lastPlace: string;
  broken?: ChainBreak;
  torn?: string;
}

class Verifier {
  readonly #claims = new Map<string, Claims>();
  readonly #chains = new Map<string, Chain>();

  #claimsOf(writer: string): Claims {
    const claims = this.#claims.get(writer) ?? { hashes: new Map(), pruned: 0 };
    this.#claims.set(writer, claims);
    return claims;
  }

  claim({ writer, seq, hash }: RecordMark, by: string): void {
    this.#claimsOf(writer).hashes.set(seq, { hash, by });
  }

  /** Takes what an event says about other records. */
  hear({ text, place }: StoredLine): void {
    if (!text.includes('"previous":') && !text.includes('"pruned":')) return;
    const record = parseLine(text);
    if (record?.type !== 'event') return;
    for (const mark of record.previous ?? []) this.claim(mark, place);
    for (const mark of record.pruned ?? []) {
      const claims = this.#claimsOf(mark.writer);
      claims.pruned = Math.max(claims.pruned, mark.seq);
      claims.hashes.set(mark.seq, { hash: mark.hash, by: place });
    }
  }

  check(line: StoredLine): void {
    const chain = this.#chainOf(line.writer);
    if (line.isTorn) {
      chain.torn = line.place;
      return;
    }
    const read = readLine(line.text);
    if (read?.record.writer === line.writer && chain.records === 0) chain.first = read.record.seq;
    chain.records++;
    if (chain.broken) return;
    const found = this.#problemOf(chain, line, read);
    if (found) {
      chain.broken = { ...found, place: line.place };
      return;
    }
    const { writer, seq, hash } = read!.record;
    chain.last = { writer, seq, hash };
    chain.lastPlace = line.place;
  }

  #chainOf(writer: string): Chain {
    const none = { writer, seq: 0, hash: '' };
    const chain: Chain = this.#chains.get(writer) ?? { writer, records: 0, first: 0, last: none, lastPlace: '' };
    this.#chains.set(writer, chain);
    return chain;
  }

  #problemOf(chain: Chain, line: StoredLine, read: ReadLine | undefined): Omit<ChainBreak, 'place'> | undefined {
    const expected = chain.last.seq + 1;
    if (read === undefined) return { problem: 'malformed', seq: expected, message: chainProblems.malformed };
    const { record, isIntact } = read;
    const { seq } = record;
    const say = (problem: ChainProblem, message: string = chainProblems[problem]) => ({ problem, seq, message });
    if (!isIntact) return say('changed');
    if (record.writer !== line.writer) return say('foreign');
    const claims = this.#claimsOf(chain.writer);
    if (chain.last.seq === 0) {
      if (seq > 1 && claims.pruned < seq - 1)
        return { problem: 'missing', seq: claims.pruned + 1, message: gap(claims.pruned + 1, seq - 1) };
      const before = claims.hashes.get(seq - 1);
      if ((seq === 1 && record.prev !== '') || (before && before.hash !== record.prev)) return say('unlinked');
    } else if (seq > expected) return { problem: 'missing', seq: expected, message: gap(expected, seq - 1) };
    else if (seq < expected) return say('reordered', `record ${seq} stands after record ${chain.last.seq}`);
    else if (record.prev !== chain.last.hash) return say('unlinked');
    const claimed = claims.hashes.get(seq);
    if (claimed && claimed.hash !== record.hash) return say('replaced', `record ${seq} is another than ${claimed.by} names`);
    return undefined;
  }

  /** What is known of each chain, after all lines. */
  reports(): ChainReport[] {
    for (const writer of this.#claims.keys()) this.#chainOf(writer);
    return [...this.#chains.values()].flatMap(chain => {
      const broken = chain.broken ?? this.#end(chain);
      const { writer, records, first, last, torn } = chain;
      if (records === 0 && !broken && torn === undefined) return [];
      return [{ writer, records, first, last: last.seq, ...(broken && { broken }), ...(torn !== undefined && { torn }) }];
    });
  }

  /** Whether a record is known to have been there after the last one that is. */
  #end({ writer, last, records, lastPlace }: Chain): ChainBreak | undefined {
    const { hashes, pruned } = this.#claimsOf(writer);
    const newest = Math.max(0, ...hashes.keys());
    if (newest <= Math.max(last.seq, pruned)) return undefined;
    const { by } = hashes.get(newest)!;
    if (records === 0)
      return { problem: 'removed', seq: 1, place: by, message: `all records of the writer are missing: ${by} names record ${newest}` };
    const message = `${gap(last.seq + 1, newest)} at the end: ${by} names record ${newest}`;
    return { problem: 'truncated', seq: last.seq + 1, place: lastPlace, message };
  }

  isPruned({ writer, seq }: RecordMark): boolean {
    const first = this.#chains.get(writer)?.first ?? 0;
    return seq <= this.#claimsOf(writer).pruned && (first === 0 || seq < first);
  }
}

function gap(from: number, to: number): string {
  return from === to ? `record ${from} is missing` : `records ${from} to ${to} are missing`;
}

/**
 * Checks every chain of a store. `anchors` are heads that somebody kept elsewhere. Reading goes over all lines twice.
 *
 * @throws Error if the store cannot be read
 */
export async function verifyActivity(store: ActivityStore, anchors: readonly RecordMark[] = []): Promise<Verification> {
  const verifier = new Verifier();
  // Noted before the lines are read, so that what is written meanwhile is not missed.
  for (const mark of await store.noted()) verifier.claim(mark, 'the noted head');
  for await (const line of store.lines()) verifier.hear(line);
  for (const mark of anchors) verifier.claim(mark, 'the given head');
  for await (const line of store.lines()) verifier.check(line);
  const unchecked = anchors.filter(mark => verifier.isPruned(mark));
  return { chains: verifier.reports(), unchecked };
}
