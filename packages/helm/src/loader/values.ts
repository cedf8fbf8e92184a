/**
 * Values files: one or more YAML documents, merged. Follows helm.sh/helm/v4 v4.2.4 pkg/chart/v2/loader/load.go and the YAMLReader of
 * k8s.io/apimachinery v0.36; for Helm 3, only the first document is read.
 */

import { trimSpace } from '@mcpgw/go/strings';
import { GoMap } from '@mcpgw/go/values';
import { unmarshalYamlMap, YamlError } from '@mcpgw/go/yaml';
import type { Dialect } from '../common/dialect.js';
import { HelmError } from '../common/errors.js';
import { isTable } from '../common/path.js';

/**
 * Splits a stream into documents as the YAMLReader does.
 *
 * @throws HelmError if text follows a separator
 */
export function splitDocuments(text: string): string[] {
  const normalized = text.includes('\r') ? text.replaceAll('\r\n', '\n') : text;
  if (!normalized.startsWith('---') && !normalized.includes('\n---')) return normalized === '' ? [] : [normalized];
  const documents: string[] = [];
  let start = 0;
  for (let at = 0; at >= 0 && at < normalized.length; at = nextLine(normalized, at)) {
    if (!normalized.startsWith('---', at)) continue;
    checkSeparator(normalized, at);
    if (at === start) continue;
    documents.push(normalized.slice(start, at));
    start = nextLine(normalized, at);
    if (start < 0) return documents;
  }
  if (start < normalized.length) documents.push(normalized.slice(start));
  return documents;
}

function nextLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? -1 : end + 1;
}

function checkSeparator(text: string, at: number): void {
  const end = text.indexOf('\n', at);
  const rest = trimSpace(text.slice(at + 3, end < 0 ? text.length : end));
  if (rest !== '' && !rest.startsWith('#')) throw new HelmError(`error reading yaml document: invalid Yaml document separator: ${rest}`);
}

/**
 * Reads values. An empty text gives an empty map.
 *
 * @throws HelmError with Helm's message
 */
export function loadValues(text: string): GoMap {
  let values = new GoMap();
  for (const document of splitDocuments(text)) values = mergeMaps(values, parseDocument(document));
  return values;
}

/**
 * Reads values as the given Helm release does.
 *
 * @throws HelmError or YamlError if the text is malformed
 */
export const readValues = (text: string, { mergesValueDocuments }: Dialect): GoMap =>
  mergesValueDocuments ? loadValues(text) : unmarshalYamlMap(text);

function parseDocument(document: string): GoMap {
  try {
    return unmarshalYamlMap(document);
  } catch (error) {
    if (error instanceof YamlError) throw new HelmError(`cannot unmarshal yaml document: ${error.message}`, { cause: error });
    throw error;
  }
}

/** Returns a new map with `b` merged over `a`. Tables are merged. */
export function mergeMaps(a: GoMap, b: GoMap): GoMap {
  const out = new GoMap(a);
  for (const [key, value] of b) {
    const existing = out.get(key);
    out.set(key, isTable(value) && isTable(existing) ? mergeMaps(existing, value) : value);
  }
  return out;
}
