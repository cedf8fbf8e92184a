/** The formats of Kubernetes as JSON Schema: as strict as a pattern can be, but never stricter than their checks. */

import { minorOf } from '@mcpgw/kubernetes';
import type { ScalarShape, StringShape } from '@mcpgw/structure';
import type { Schema } from './definitions.js';

const label = '[a-z0-9](?:[-a-z0-9]*[a-z0-9])?';
const domain = `${label}(?:\\.${label})*`;
const anyCase = domain.replaceAll('a-z', 'A-Za-z');
const name = '[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?';
const portName = '(?:[0-9]+-)*[0-9]*[a-z][a-z0-9]*(?:-[a-z0-9]+)*';
const variable = '(?:[-_a-zA-Z][-._a-zA-Z0-9]*|\\.[-_a-zA-Z0-9][-._a-zA-Z0-9]*)';
const time =
  '\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])T(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|[-+](?:[01]\\d|2[0-3]):[0-5]\\d)';
const resources = 'cpu|memory|ephemeral-storage';

interface Form {
  readonly description: string;
  /** The pattern of the whole text, unless it is empty. */
  readonly pattern?: string;
  readonly max?: number;
  readonly more?: Schema;
}

const steps = { not: { type: 'string', pattern: '(?:^|/)\\.\\.(?:/|$)' } };
const anyText =
  (description: string): (() => Form) =>
  () => ({ description });
const form =
  (description: string, pattern: string, max?: number, more?: Schema): (() => Form) =>
  () => ({ description, pattern, ...(max === undefined ? {} : { max }), ...(more === undefined ? {} : { more }) });
const names = form('A domain name in lower case, such as my-app or api.example.com.', domain, 253);

const forms: Readonly<Record<string, (minor: number) => Form>> = {
  label: form('Lower-case letters, digits and "-", with a letter or digit at both ends.', label, 63),
  dns1035: form('Lower-case letters, digits and "-", with a letter in front.', label.replace('a-z0-9', 'a-z'), 63),
  'service-name': form('The name of a Service.', label.replace('a-z0-9', 'a-z'), 63),
  subdomain: names,
  'label-key': form('A name, with or without a domain and "/" before it, such as app or example.com/tier.', `(?:${domain}/)?${name}`),
  'annotation-key': form('A name, with or without a domain and "/" before it.', `(?:${anyCase}/)?${name}`),
  'qualified-lower': form('A name, with or without a domain and "/" before it.', `(?:${anyCase}/)?${name}`),
  'limit-type': form('What is limited.', `Pod|Container|PersistentVolumeClaim|${domain}/${name}`),
  reference: minor => (minor >= 34 ? names() : { description: 'The name of an object.' }),
  'stateful-service': minor => (minor >= 34 ? forms.label!(minor) : { description: 'The name of a Service.' }),
  'label-value': form('The value of a label: letters, digits, "-", "_" and ".".', name, 63),
  'path-segment': form('A name that can be a part of a path: no "/" and no "%".', '[^/%]+'),
  'domain-path': form('A domain and a path, such as example.com/controller.', `${domain}/[-A-Za-z0-9/._~%!$&'()*+,;=:]+`),
  'port-name': form('The name of a port: lower-case letters, digits and "-", with a letter in it.', portName, 15),
  'config-key': form('A key: letters, digits, "-", "_" and ".".', '\\.?[-_a-zA-Z0-9][-._a-zA-Z0-9]*', 253),
  'env-name': minor => form('The name of an environment variable.', minor >= 32 ? '[ -<>-~]+' : variable)(),
  'env-prefix': minor => form('The start of names of environment variables.', minor >= 32 ? '[ -<>-~]+' : variable)(),
  'header-name': form('The name of an HTTP header.', '[-A-Za-z0-9]+'),
  'search-domain': anyText('A domain that hostnames are looked up in.'),
  'csi-driver': form('The name of a CSI driver.', anyCase, 63),
  sysctl: form('The name of a sysctl, such as net.core.somaxconn.', '[a-z0-9][-_./a-z0-9]*', 253),
  hostname: form('A hostname.', domain, 64),
  tenant: form('The id of a tenant.', '[\\s\\S]+', 64),
  semver: form('A version, such as 1.2.3.', '\\d+\\.\\d+\\.\\d+(?:-[-.A-Za-z0-9_]+)?(?:\\+[-.A-Za-z0-9_]+)?'),
  text64: form('A string of at most 64 characters.', '[\\s\\S]+', 64),
  text128: form('A string of at most 128 characters.', '[\\s\\S]+', 128),
  text256: form('A string of at most 256 characters.', '[\\s\\S]+', 256),
  text1024: form('A string of at most 1024 characters.', '[\\s\\S]+', 1024),
  'kind-name': form('The name of a kind.', `${label.replaceAll('a-z', 'A-Za-z').replace('A-Za-z0-9', 'A-Za-z')}`, 63),
  'signer-name': form('A domain and a name, such as example.com/my-signer.', `${domain}/${domain}`),
  'json-path': form('Keys with a dot before each, such as .spec.replicas.', '(?:\\.[a-zA-Z_][-A-Za-z0-9_]*)+'),
  'cel-name': form('A letter or "_", and then letters, digits and "_".', '[_a-zA-Z][A-Za-z0-9_]*'),
  'c-name': form('A letter or "_", and then letters, digits and "_".', '[_a-zA-Z][A-Za-z0-9_]*'),
  'url-path': form('A path of a URL.', '/[\\s\\S]*'),
  ip: form('An IP address.', '[0-9A-Fa-f:.]+'),
  cidr: form('A range of IP addresses, such as 10.0.0.0/8.', '\\s*[0-9A-Fa-f:.]+/[0-9]{1,3}\\s*'),
  'ingress-host': form('A hostname; "*." may stand in front.', `(?:\\*\\.)?${domain}`),
  'wildcard-host': form('A hostname; "*." may stand in front.', `(?:\\*\\.)?${domain}`),
  'absolute-path': form('A path that starts with "/".', '/[\\s\\S]*'),
  'relative-path': form('A path without "/" in front and without "..".', '[^/][\\s\\S]*', undefined, steps),
  'mount-file': form('A path without "/" in front and without "..".', '[^/][\\s\\S]*', undefined, steps),
  'no-backsteps': () => ({ description: 'A path without "..".', more: steps }),
  base64: form('Data in base64.', '[A-Za-z0-9+/=\\r\\n]+', undefined, { contentEncoding: 'base64' }),
  cron: form(
    'Five fields (minute, hour, day of the month, month, day of the week), or a word such as @daily.',
    '@.+|\\s*\\S+(?:\\s+\\S+){4}\\s*',
  ),
  'time-zone': anyText('A name of the time zone database, such as Europe/Berlin.'),
  time: form('A time, such as 2026-01-31T12:00:00Z.', time),
  'micro-time': form('A time with microseconds, such as 2026-01-31T12:00:00.000000Z.', time),
  cel: anyText('A CEL expression.'),
  'resource-name': form(
    'cpu, memory, ephemeral-storage, hugepages-SIZE, or a name with a domain before it.',
    `${resources}|hugepages-[-A-Za-z0-9_.]*|${domain}/${name}`,
  ),
};

const quantity = '[+-]?(?:\\d+\\.?\\d*|\\.\\d*)(?:[KMGTPE]i|[numkMGTPE]|[eE][+-]?\\d+)?';
const port = { minimum: 1, maximum: 65535, pattern: `^(?:${portName})$`, maxLength: 15 };
const mixed: Readonly<Record<string, Schema>> = {
  quantity: { description: 'An amount, such as 250m or 1Gi.', pattern: `^${quantity}$`, maxLength: 64 },
  'port-or-name': { description: 'The number of a port, or its name.', ...port },
  'target-port': {
    description: 'The number of a port of the pods, or its name.',
    ...port,
    minimum: 0,
    pattern: `^(?:${portName})?$`,
  },
  'count-or-percent': {
    description: 'A number, or a percentage such as 25%.',
    minimum: 0,
    pattern: '^\\d+%$',
  },
};

/** The definition of a format. It also accepts null and, for strings, the empty string. A format without a pattern accepts any string. */
export function formatSchema(shape: StringShape | ScalarShape, version: string): Schema {
  const { format = '', name } = shape;
  if (shape.type === 'scalar') {
    const { description, ...rest } = mixed[format] ?? { description: sentence(name) };
    return { description, type: [...shape.types, 'null'], ...rest };
  }
  const text = forms[format]?.(minorOf(version)) ?? { description: sentence(name) };
  return {
    description: text.description,
    type: ['string', 'null'],
    ...(text.pattern === undefined ? {} : { pattern: `^(?:${text.pattern})?$` }),
    ...(text.max === undefined ? {} : { maxLength: text.max }),
    ...text.more,
  };
}

const sentence = (name: string): string => `${name[0]!.toUpperCase()}${name.slice(1)}.`;

/** Words of formats that depend on more than the version of Kubernetes. */
const wordFormats: Readonly<Record<string, readonly string[]>> = {
  'init-restart': ['Always', 'OnFailure', 'Never'],
};

/** The words that a format accepts; undefined if it also accepts other texts. */
export function wordsTaken({ format = '', check }: StringShape, version: string): readonly string[] | undefined {
  const takes = (text: string): boolean => check?.(text, version) === undefined;
  const candidates = wordFormats[format];
  return candidates === undefined || takes('no-such-word') ? undefined : candidates.filter(takes);
}
