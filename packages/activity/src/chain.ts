/**
 * The hash chain: each line holds the hash of the writer's line before it and ends with its own. The hash is of the bytes of the line
 * without its last member, so that nobody has to write JSON in one canonical way to check it.
 */
import { createHash } from 'node:crypto';
import type { ActivityRecord, CallRecord, EventRecord, RecordMark } from './record.js';

/** Characters of a hash: 32 bytes in base64url. */
const hashLength = 43;
const tailLength = `,"hash":"${'x'.repeat(hashLength)}"}`.length;
const tail = /^,"hash":"([A-Za-z0-9_-]{43})"\}$/;

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** A line with its place in the chain. */
export interface SealedLine {
  readonly line: string;
  readonly mark: RecordMark;
}

/** Writes the next line of a chain, without a line end. `before` is the mark of the line before it, with an empty hash for none. */
export function seal(content: CallRecord | EventRecord, before: RecordMark, time: string): SealedLine {
  const { writer } = before;
  const seq = before.seq + 1;
  const body = JSON.stringify({ seq, time, writer, prev: before.hash, ...content });
  const hash = digest(body);
  return { line: `${body.slice(0, -1)},"hash":"${hash}"}`, mark: { writer, seq, hash } };
}

/** A line as it was read: a record, and whether its hash is that of its bytes. */
export interface ReadLine {
  readonly record: ActivityRecord;
  readonly isIntact: boolean;
}

const isText = (value: unknown): value is string => typeof value === 'string';

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is ActivityRecord {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { seq, time, writer, prev, type, hash } = value as Partial<Record<keyof ActivityRecord, unknown>>;
  const isPlaced = Number.isSafeInteger(seq) && (seq as number) > 0 && isText(time) && isText(writer) && isText(prev) && isText(hash);
  return isPlaced && (type === 'call' || type === 'event');
}

/** The record of a line; undefined for a line that is none. */
export function parseLine(line: string): ActivityRecord | undefined {
  const value = parsed(line);
  return isRecord(value) ? value : undefined;
}

/** Reads a line and checks its own hash; undefined for a line that is no record. */
export function readLine(line: string): ReadLine | undefined {
  const record = parseLine(line);
  if (record === undefined) return undefined;
  const found = tail.exec(line.slice(-tailLength))?.[1];
  const body = `${line.slice(0, -tailLength)}}`;
  return { record, isIntact: found !== undefined && found === record.hash && digest(body) === found };
}
