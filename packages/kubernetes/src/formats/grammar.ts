/** The syntax of names in Kubernetes. Each function returns what is wrong with a text, or undefined. Follows apimachinery 0.36. */

/** What is wrong with a text, as the end of a sentence about it. */
export type Wrong = string | undefined;

const labelForm = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/;
const subdomainForm = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;
const underscoreDomainForm = /^[a-z0-9_](?:[-_a-z0-9]*[a-z0-9_])?(?:\.[a-z0-9_](?:[-_a-z0-9]*[a-z0-9_])?)*$/;
const oldLabelForm = /^[a-z](?:[-a-z0-9]*[a-z0-9])?$/;
const qualifiedForm = /^[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?$/;

function tooLong(text: string, most: number): Wrong {
  return text.length > most ? `it has ${text.length} characters, at most ${most} are taken` : undefined;
}

/** A DNS label (RFC 1123): names of containers, namespaces, volumes. */
export function dnsLabel(text: string): Wrong {
  if (text.length > 63) return tooLong(text, 63);
  return labelForm.test(text)
    ? undefined
    : 'it must consist of lower case letters, digits and "-", and start and end with a letter or digit';
}

/** A DNS label that begins with a letter (RFC 1035): names of services. */
export function dnsLabel1035(text: string): Wrong {
  if (text.length > 63) return tooLong(text, 63);
  return oldLabelForm.test(text)
    ? undefined
    : 'it must consist of lower case letters, digits and "-", start with a letter and end with a letter or digit';
}

/** A domain name in lower case: names of most objects. */
export function dnsSubdomain(text: string): Wrong {
  if (text.length > 253) return tooLong(text, 253);
  return subdomainForm.test(text)
    ? undefined
    : 'it must consist of lower case letters, digits, "-" and ".", and each part must start and end with a letter or digit';
}

/** A domain name that may also contain `_`. */
export function underscoreDomain(text: string): Wrong {
  if (text.length > 253) return tooLong(text, 253);
  return underscoreDomainForm.test(text) ? undefined : 'it must be a domain name in lower case';
}

/** A domain name with the prefix `*.`. */
export function wildcardDomain(text: string): Wrong {
  if (!text.startsWith('*.')) return '"*" may stand only as the whole first part';
  return dnsSubdomain(text.slice(2));
}

/** The key of a label or annotation: a name, with an optional domain and `/` before it. */
export function qualifiedName(text: string): Wrong {
  const slash = text.indexOf('/');
  const name = text.slice(slash + 1);
  if (slash >= 0) {
    if (name.includes('/')) return 'at most one "/" may stand in it';
    if (slash === 0) return 'a domain must stand before the "/"';
    const wrong = dnsSubdomain(text.slice(0, slash));
    if (wrong !== undefined) return `before the "/", ${wrong}`;
  }
  if (name === '') return 'the name is empty';
  if (name.length > 63) return `the name has ${name.length} characters, at most 63 are taken`;
  return qualifiedForm.test(name)
    ? undefined
    : 'the name must consist of letters, digits, "-", "_" and ".", and start and end with a letter or digit';
}

export function labelValue(text: string): Wrong {
  if (text === '') return undefined;
  if (text.length > 63) return tooLong(text, 63);
  return qualifiedForm.test(text)
    ? undefined
    : 'it must consist of letters, digits, "-", "_" and ".", and start and end with a letter or digit';
}

/** A name that can be a segment of a URL path: names of roles and their bindings. */
export function pathSegment(text: string): Wrong {
  if (text === '.' || text === '..') return 'it may not be "." or ".."';
  return /[/%]/.test(text) ? '"/" and "%" may not stand in it' : undefined;
}

/** `domain/path`: the controller of an ingress class, the manager of a job. */
export function domainPath(text: string): Wrong {
  const slash = text.indexOf('/');
  if (slash < 1 || slash === text.length - 1) return 'it must be a domain and a path, such as acme.io/foo';
  const wrong = dnsSubdomain(text.slice(0, slash));
  if (wrong !== undefined) return `before the "/", ${wrong}`;
  return /^[A-Za-z0-9/\-._~%!$&'()*+,;=:]+$/.test(text.slice(slash + 1))
    ? undefined
    : 'the path holds characters that no URL path may hold';
}

/** The name of a port (IANA): ports of containers, target ports of services. */
export function portName(text: string): Wrong {
  if (text.length > 15) return tooLong(text, 15);
  if (!/^[-a-z0-9]+$/.test(text)) return 'it must consist of lower case letters, digits and "-"';
  if (!/[a-z]/.test(text)) return 'it must hold a letter';
  if (text.includes('--')) return '"-" may not occur twice in a row';
  return text.startsWith('-') || text.endsWith('-') ? 'it may not start or end with "-"' : undefined;
}

/** A key of a config map or secret. */
export function configKey(text: string): Wrong {
  if (text.length > 253) return tooLong(text, 253);
  if (!/^[-._a-zA-Z0-9]+$/.test(text)) return 'it must consist of letters, digits, "-", "_" and "."';
  return dots(text);
}

function dots(text: string): Wrong {
  if (text === '.') return 'it may not be "."';
  return text.startsWith('..') ? 'it may not start with ".."' : undefined;
}

/** The name of an environment variable. Before Kubernetes 1.32, fewer characters are allowed. */
export function envName(text: string, minor: number): Wrong {
  if (minor >= 32) return /^[ -<>-~]+$/.test(text) ? undefined : 'it must consist of printable ASCII characters other than "="';
  if (!/^[-._a-zA-Z][-._a-zA-Z0-9]*$/.test(text))
    return 'it must consist of letters, digits, "_", "-" and ".", and may not start with a digit';
  return dots(text);
}

/** `example.com/signer`: the signer of certificates. */
export function signerName(text: string): Wrong {
  const [domain, path, ...rest] = text.split('/');
  if (path === undefined || rest.length > 0) return 'it must be a domain and a name, such as example.com/my-signer';
  if (!domain!.includes('.')) return 'the domain before the "/" must have at least two parts';
  const wrong = dnsSubdomain(domain!);
  if (wrong !== undefined) return `before the "/", ${wrong}`;
  const name = dnsSubdomain(path);
  return name === undefined ? undefined : `after the "/", ${name}`;
}

/** `v1` or `apps/v1`. */
export function groupVersion(text: string): Wrong {
  const parts = text.split('/');
  if (parts.length > 2) return 'it must be a group, "/" and a version';
  const version = dnsLabel1035(parts.at(-1)!);
  const group = parts.length === 2 ? dnsSubdomain(parts[0]!) : undefined;
  if (version !== undefined) return `the version is wrong: ${version}`;
  return group === undefined ? undefined : `the group is wrong: ${group}`;
}
