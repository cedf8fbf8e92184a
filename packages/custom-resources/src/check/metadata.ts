/** Checks metadata of custom resources: the fields of all Kubernetes objects, with the naming rules of custom resources. */
import type { Finding } from '@mcpgw/diagnostics';
import { checkObject, newestMinor, typeOf } from '@mcpgw/kubernetes';
import { errorAt, get, isGiven, type MapNode, text, typeName } from '@mcpgw/structure';
import { isNamespace, isSubdomain } from '../kinds/texts.js';

export interface MetadataOptions {
  readonly file: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly clusterScoped: boolean;
}

/** Checks the metadata of an object. Finalizers without a domain are refused only for core objects. */
export function checkMetadata(object: MapNode, options: MetadataOptions): Finding[] {
  const { file, apiVersion, kind } = options;
  const metadata = get(object, 'metadata');
  if (metadata === undefined || !isGiven(object, 'metadata'))
    return [errorAt(file, 'missing-field', object, [], 'the field "metadata" is missing', 'add "metadata" with a "name"')];
  if (metadata.kind !== 'map')
    return [errorAt(file, 'wrong-type', metadata, ['metadata'], `expected a mapping, found ${typeName(metadata)}`)];
  const all = checkObject(metadata, typeOf('ObjectMeta'), { file, minor: newestMinor, apiVersion, kind }, ['metadata']);
  const fields = all.filter(({ rule }) => rule !== 'finalizer-names');
  return fields.length > 0 ? fields : nameProblems(metadata, options);
}

function nameProblems(metadata: MapNode, { file, clusterScoped }: MetadataOptions): Finding[] {
  const name = text(get(metadata, 'name')) ?? '';
  const prefix = text(get(metadata, 'generateName')) ?? '';
  const found: Finding[] = [];
  const bad = (key: string, message: string, suggestion: string): void => {
    found.push(errorAt(file, 'bad-value', get(metadata, key)!, ['metadata', key], message, suggestion));
  };
  if (name === '' && prefix === '')
    found.push(errorAt(file, 'missing-field', metadata, ['metadata'], 'the object has no name', 'add "name"'));
  if (name !== '' && !isName(name)) bad('name', `"${name}" is not a name of an object`, nameAdvice);
  if (prefix !== '' && !isName(prefix.endsWith('-') ? `${prefix.slice(0, -1)}a` : prefix))
    bad('generateName', `"${prefix}" is not a start of a name`, nameAdvice);
  const namespace = text(get(metadata, 'namespace')) ?? '';
  if (namespace !== '' && clusterScoped) bad('namespace', 'objects of this kind are in no namespace', 'remove "namespace"');
  else if (namespace !== '' && !isNamespace(namespace))
    bad('namespace', `"${namespace}" is not the name of a namespace`, 'use up to 63 lower-case letters, digits and "-"');
  return found;
}

const nameAdvice = 'use up to 253 lower-case letters, digits, "-" and ".", with a letter or digit at both ends of each part';
const isName = (name: string): boolean => name.length <= 253 && isSubdomain(name);
