/** Kubernetes objects of one side of a comparison. */
import { InputError } from '../input-error.js';
import { at, isList, isMap, type JsonData, type JsonMap, own } from '../json.js';
import { readDocuments } from '../yaml.js';

export interface ObjectId {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

export interface DiffObject extends ObjectId {
  readonly value: JsonMap;
}

/** The identity of an object as a text, independent of the version of its group. */
export const idOf = ({ apiVersion, kind, namespace, name }: ObjectId): string =>
  JSON.stringify([apiVersion.includes('/') ? apiVersion.split('/')[0] : '', kind, namespace, name]);

/** Whether an object comes from a cluster: it has fields that only a server sets. */
export const isLive = ({ value }: DiffObject): boolean => at(value, 'metadata', 'uid') !== undefined;

/** Whether Helm runs an object as a hook and keeps it out of the release. */
export const isHook = ({ value }: DiffObject): boolean => at(value, 'metadata', 'annotations', 'helm.sh/hook') !== undefined;

const text = (value: JsonData | undefined): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/**
 * The objects of a manifest; lists are replaced by their items. An object without a namespace belongs to that of the release.
 * @throws InputError for a document that is not an object, and for a duplicate object
 */
export function readObjects(manifest: string, file: string, namespace: string): DiffObject[] {
  const objects = readDocuments(manifest, file).flatMap((document, i) => flatten(document, `${file}: document ${i + 1}`, namespace));
  const seen = new Set<string>();
  for (const object of objects) {
    const id = idOf(object);
    if (seen.has(id)) throw new InputError(`${file}: ${object.kind} ${object.namespace}/${object.name} is there twice`);
    seen.add(id);
  }
  return objects;
}

function flatten(document: JsonData, where: string, namespace: string): DiffObject[] {
  if (!isMap(document)) throw new InputError(`${where} is not a Kubernetes object`);
  const items = own(document, 'items');
  if (isList(items) && text(own(document, 'kind')).endsWith('List')) {
    return items.flatMap((item, i) => flatten(item, `${where}, item ${i + 1}`, namespace));
  }
  return [objectOf(document, where, namespace)];
}

/** An object with its identity. @throws InputError if it has none */
export function objectOf(value: JsonMap, where: string, namespace: string): DiffObject {
  const [apiVersion, kind] = [text(own(value, 'apiVersion')), text(own(value, 'kind'))];
  const name = text(at(value, 'metadata', 'name')) || text(at(value, 'metadata', 'generateName'));
  if (apiVersion === '' || kind === '' || name === '') {
    throw new InputError(
      `${where} is not a Kubernetes object: it lacks ${apiVersion === '' ? 'apiVersion' : kind === '' ? 'kind' : 'metadata.name'}`,
    );
  }
  return { apiVersion, kind, name, namespace: text(at(value, 'metadata', 'namespace')) || namespace, value };
}
