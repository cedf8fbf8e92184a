/** Records of a server's tools: one text in the store for each server. */

export type ApprovalStatus = 'approved' | 'pending' | 'changed';

/** The approver if no person approved: the server's trust is `auto`. */
export const automatic = 'auto';

export interface ApprovalRecord {
  readonly serverName: string;
  readonly toolName: string;
  /** Hash of the approved form; absent until an approval. */
  readonly approvedHash?: string;
  /** The hash of the first form that `approvedHash` was derived from, by which the approved content is found. */
  readonly approvedAs?: string;
  /** Hash of the form that the server listed last. */
  readonly currentHash: string;
  /** `changed`: a form was approved, and the server now lists another one. */
  readonly status: ApprovalStatus;
  /** Whether a user disabled the tool. */
  readonly disabled: boolean;
  /** ISO 8601, UTC, as all times here. */
  readonly firstSeenAt: string;
  readonly approvedAt?: string;
  /** The approver: `auto`, or the name from the caller. */
  readonly approvedBy?: string;
  /** The person who last disabled or enabled it. */
  readonly disabledBy?: string;
  /** The start of its description, for lists of tools whose server is not connected. */
  readonly description: string;
}

type StoredRecord = Omit<ApprovalRecord, 'serverName'>;

const version = 1;
const statuses: readonly unknown[] = ['approved', 'pending', 'changed'];

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isOptionalText(value: unknown): boolean {
  return value === undefined || isText(value);
}

function isStored(value: unknown): value is StoredRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { toolName, currentHash, status, disabled, firstSeenAt, description, ...rest } = value as Partial<StoredRecord>;
  const texts = [toolName, currentHash, firstSeenAt, description];
  const optional = [rest.approvedHash, rest.approvedAs, rest.approvedAt, rest.approvedBy, rest.disabledBy];
  return texts.every(isText) && optional.every(isOptionalText) && statuses.includes(status) && typeof disabled === 'boolean';
}

/** Stored text that is not a list of approvals. */
export class ApprovalFormatError extends Error {
  override name = 'ApprovalFormatError';
}

function parsed(text: string): { version?: unknown; tools?: unknown } {
  try {
    return (JSON.parse(text) as object | null) ?? {};
  } catch {
    return {};
  }
}

/** Records by the bare name of their tool. @throws ApprovalFormatError for a text that `formatRecords` did not write */
export function parseRecords(serverName: string, text: string | undefined): Map<string, ApprovalRecord> {
  if (text === undefined) return new Map();
  const { version: stored, tools } = parsed(text);
  if (stored !== version || !Array.isArray(tools) || !tools.every(isStored))
    throw new ApprovalFormatError(`the approvals of "${serverName}" are in a form that this version does not know`);
  const known = new Map<string, string>();
  return new Map(tools.map(record => [record.toolName, { serverName, ...withOneOfEach(record, known) }]));
}

/** The record with texts that many records share (hashes, times, names of people) held once. */
function withOneOfEach(record: StoredRecord, known: Map<string, string>): StoredRecord {
  const one = (text: string) => {
    if (!known.has(text)) known.set(text, text);
    return known.get(text)!;
  };
  const shared = (['approvedHash', 'currentHash', 'firstSeenAt', 'approvedAt', 'approvedBy', 'disabledBy'] as const).flatMap(name =>
    record[name] === undefined ? [] : [[name, one(record[name])]],
  );
  return { ...record, ...Object.fromEntries(shared) };
}

/** The text of records, in the order of names; undefined, which deletes it, if there are none. */
export function formatRecords(records: ReadonlyMap<string, ApprovalRecord>): string | undefined {
  if (records.size === 0) return undefined;
  const sorted = [...records.values()].sort((a, b) => (a.toolName < b.toolName ? -1 : 1));
  return JSON.stringify({ version, tools: sorted.map(({ serverName: _, ...record }) => record) });
}
