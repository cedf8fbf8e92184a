/** Follows helm.sh/helm/v4 v4.2.4 internal/tlsutil/tls.go: a file that cannot be read or holds no certificate stops Helm. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { fsReason } from '@mcpgw/helm';
import { InputError } from '../input-error.js';
import { readNamedText } from '../read-file.js';
import type { TlsFlags } from './tls-flags.js';

/** Reads the files of `--ca-file`, `--cert-file` and `--key-file`. @throws InputError if Helm would refuse */
export function checkTlsFiles({ caFile, certFile, keyFile }: TlsFlags): void {
  const pair =
    certFile || keyFile ? [read('unable to read cert file', certFile ?? ''), read('unable to read key file', keyFile ?? '')] : [];
  const ca = caFile ? read("can't read CA file", caFile) : '';
  const [cert = '', key = ''] = pair;
  if (cert !== '' && key !== '' && !isPair(cert, key)) fail('unable to load cert from key pair');
  if (ca !== '' && !blocks(ca).some(isCertificate)) fail('failed to append certificates from pem block');
}

function fail(reason: string): never {
  throw new InputError(`missing registry client: can't create TLS config for client: ${reason}`);
}

function read(what: string, path: string): string {
  try {
    return readNamedText(path);
  } catch (error) {
    return fail(`${what}: ${JSON.stringify(path)}: ${fsReason(error)}`);
  }
}

const blocks = (text: string): readonly string[] =>
  text.match(/-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]*-----END CERTIFICATE-----/g) ?? [];

function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).raw.length > 0;
  } catch {
    return false;
  }
}

function isPair(cert: string, key: string): boolean {
  try {
    return new X509Certificate(blocks(cert)[0] ?? '').checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}
