import { dnsSubdomain, type Wrong } from './grammar.js';

/** Names of storage systems and devices. Follows kubernetes 1.34, pkg/apis/core/validation and pkg/apis/resource/validation. */

const iqn = /iqn\.\d{4}-\d{2}\.[-.A-Za-z0-9]+:[^,;*&$|\s]+$/;

/** The name of an iSCSI target or initiator. */
export function iscsiName(text: string): Wrong {
  const known = /^(?:iqn|eui|naa)/.exec(text)?.[0];
  if (known === undefined) return 'it must start with iqn, eui or naa';
  if (known === 'iqn') return iqn.test(text) ? undefined : 'it must look like iqn.2001-04.com.example:storage';
  const digits = known === 'eui' ? 16 : 32;
  const fits = text.length === digits + 4 && /^[A-Za-z0-9]+$/.test(text.slice(4));
  return fits ? undefined : `after "${known}." it must have ${digits} letters and digits`;
}

/** Addresses separated by commas. */
export function hostPorts(text: string): Wrong {
  const fits = text.split(',').every(part => /^(?:[^:[\]]*|\[[^[\]]*\]):[^:[\]]*$/.test(part));
  return fits ? undefined : 'it must be host:port, or several of them with commas between';
}

/** An identifier, with an optional domain and `/` before it. */
export function deviceName(text: string): Wrong {
  const slash = text.indexOf('/');
  const wrong = slash < 0 ? undefined : dnsSubdomain(text.slice(0, slash));
  if (wrong !== undefined) return `before the "/", ${wrong}`;
  const name = text.slice(slash + 1);
  if (name.length > 32) return 'the name may have at most 32 characters';
  return /^[A-Za-z_]\w*$/.test(name) ? undefined : 'the name must consist of letters, digits and "_", and not start with a digit';
}
