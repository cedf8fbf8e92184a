/** Releases as Helm 3 and 4 store them: Secrets of type helm.sh/release.v1, base64 of gzip of JSON. */
import { gunzipSync } from 'node:zlib';
import { CliError } from '../errors.js';
import { InputError } from '../input-error.js';
import { at, isList, type JsonData, own } from '../json.js';
import type { KubeClient } from './client.js';

export interface Release {
  readonly revision: number;
  /** The objects as text, hooks included. */
  readonly manifest: string;
}

const maxRelease = 128 * 1024 * 1024;

const textAt = (value: JsonData | undefined, ...path: string[]): string => {
  const found = at(value, ...path);
  return typeof found === 'string' || typeof found === 'number' ? String(found) : '';
};

/**
 * A release that Helm stored: the given revision, else the deployed one, else the newest; undefined if there is none.
 *
 * @throws CliError if the cluster refuses, InputError if the record cannot be read
 */
export async function readRelease(
  client: KubeClient,
  name: string,
  namespace: string,
  revision: number | undefined,
): Promise<Release | undefined> {
  const selector = encodeURIComponent(`owner=helm,name=${name}`);
  const list = await client.get(`/api/v1/namespaces/${encodeURIComponent(namespace)}/secrets?labelSelector=${selector}`);
  const items = own(list, 'items');
  const records = (isList(items) ? items : [])
    .map(item => ({
      item,
      version: Number(textAt(item, 'metadata', 'labels', 'version')),
      status: textAt(item, 'metadata', 'labels', 'status'),
    }))
    .sort((a, b) => b.version - a.version);
  const chosen =
    revision === undefined
      ? (records.find(({ status }) => status === 'deployed') ?? records[0])
      : records.find(({ version }) => version === revision);
  return chosen && { revision: chosen.version, manifest: manifestOf(chosen.item, name) };
}

function manifestOf(secret: JsonData, name: string): string {
  try {
    const packed = Buffer.from(Buffer.from(textAt(secret, 'data', 'release'), 'base64').toString(), 'base64');
    const isZipped = packed[0] === 0x1f && packed[1] === 0x8b;
    const release: JsonData = JSON.parse((isZipped ? gunzipSync(packed, { maxOutputLength: maxRelease }) : packed).toString());
    const hooks = own(release, 'hooks');
    const texts = (isList(hooks) ? hooks : []).map(hook => textAt(hook, 'manifest'));
    return [textAt(release, 'manifest'), ...texts].join('\n---\n');
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw new InputError(`cannot read the record of release ${name}: ${(error as Error).message}`, { cause: error });
  }
}
