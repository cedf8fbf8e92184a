/** Keys and certificates of sprig v3.3.0 (crypto.go). */

import { corruptBase64At } from '@mcpgw/go/encoding';
import { sprint } from '@mcpgw/go/fmt';
import { parseAddress } from '@mcpgw/go/netip';
import { decodeBytes, encodeString, type Func, FuncError, GoObject, type JsonStruct, type ParamType, type Value } from '@mcpgw/go/values';
import type { CertificateTemplate, Issuer, PrivateKey } from '@mcpgw/go/x509';
import { func } from './define.js';
import type { FuncDeps } from './deps.js';

/** sprig's struct of a certificate and its key, both PEM. */
class Certificate extends GoObject {
  readonly goType = 'sprig.certificate';
  readonly goKind = 'struct';
  readonly cert: string;
  readonly key: string;
  constructor(cert: string, key: string) {
    super();
    this.cert = cert;
    this.key = key;
  }
  override field(name: string): Value | undefined {
    if (name === 'Cert') return this.cert;
    return name === 'Key' ? this.key : undefined;
  }
  override equals(other: GoObject): boolean {
    return other instanceof Certificate && this.cert === other.cert && this.key === other.key;
  }
  override fieldNames(): readonly string[] {
    return ['Cert', 'Key'];
  }
  override toJsonValue(): JsonStruct {
    return {
      struct: [
        ['Cert', this.cert],
        ['Key', this.key],
      ],
    };
  }
}

// Certificates need a DER library and node:crypto, which most renders do not use. Bundlers defer a call of require.
const x509 = () => require('@mcpgw/go/x509') as typeof import('@mcpgw/go/x509');

const type: ParamType & object = { object: 'sprig.certificate' };
const result = 'sprig.certificate';
const names: readonly ParamType[] = ['string', '[]any', '[]any', 'int'];

export function certificateFuncs(deps: FuncDeps): readonly Func[] {
  const authority = (commonName: string, days: bigint, key: PrivateKey) =>
    issue(baseTemplate(deps, commonName, [], [], days, true), key, key);
  const selfSigned = (commonName: string, ips: Value[], hosts: Value[], days: bigint, key: PrivateKey) =>
    issue(baseTemplate(deps, commonName, ips, hosts, days), key, key);
  const signed = (commonName: string, ips: Value[], hosts: Value[], days: bigint, ca: Certificate, key: PrivateKey) => {
    const [issuer, issuerKey] = readIssuer(ca);
    return issue(baseTemplate(deps, commonName, ips, hosts, days), key, issuerKey, issuer);
  };
  const newKey = () => x509().generateRsaKey(2048);
  return [
    func('genPrivateKey', ['string'], 'string', (kind: string) => x509().generatePrivateKey(kind)),
    func('buildCustomCert', ['string', 'string'], result, buildCustomCertificate),
    func('genCA', ['string', 'int'], result, (cn: string, days: bigint) => authority(cn, days, newKey())),
    func('genCAWithKey', ['string', 'int', 'string'], result, (cn: string, days: bigint, pem: string) => authority(cn, days, readKey(pem))),
    func('genSelfSignedCert', names, result, (cn: string, ips: Value[], hosts: Value[], days: bigint) =>
      selfSigned(cn, ips, hosts, days, newKey()),
    ),
    func('genSelfSignedCertWithKey', [...names, 'string'], result, (cn: string, ips: Value[], hosts: Value[], days: bigint, pem: string) =>
      selfSigned(cn, ips, hosts, days, readKey(pem)),
    ),
    func('genSignedCert', [...names, type], result, (cn: string, ips: Value[], hosts: Value[], days: bigint, ca: Certificate) =>
      signed(cn, ips, hosts, days, ca, newKey()),
    ),
    func(
      'genSignedCertWithKey',
      [...names, type, 'string'],
      result,
      (cn: string, ips: Value[], hosts: Value[], days: bigint, ca: Certificate, pem: string) =>
        signed(cn, ips, hosts, days, ca, readKey(pem)),
    ),
  ];
}

/** Runs `read` and prefixes the message of a FuncError with `context`. */
function within<T>(context: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof FuncError) throw new FuncError(`${context}: ${error.message}`);
    throw error;
  }
}

const readKey = (pem: string): PrivateKey => within('parsing private key', () => x509().parsePrivateKey(pem));

function readIssuer(ca: Certificate): [Issuer, PrivateKey] {
  if (!x509().isPem(ca.cert)) throw new FuncError('unable to decode certificate');
  const issuer = within('error parsing certificate: decodedSignerCert.Bytes', () => x509().parseCertificate(ca.cert));
  return [issuer, within('error parsing private key', () => x509().parsePrivateKey(ca.key))];
}

function issue(template: CertificateTemplate, subject: PrivateKey, signer: PrivateKey, issuer?: Issuer): Certificate {
  const cert = within('error creating certificate', () => x509().createCertificate(template, subject, signer, issuer));
  return new Certificate(cert, x509().encodeKey(subject));
}

function baseTemplate(deps: FuncDeps, commonName: string, ips: Value[], hosts: Value[], days: bigint, isCa = false): CertificateTemplate {
  const ipAddresses = ips.map(readAddress);
  const dnsNames = hosts.map(host => {
    if (typeof host === 'string') return host;
    throw new FuncError(`error processing alternate dns name: ${sprint([host])} is not a string`);
  });
  const notBefore = deps.now().epochSeconds;
  const lifetime = BigInt.asIntN(64, days * 86_400n * 1_000_000_000n) / 1_000_000_000n;
  return { commonName, ipAddresses, dnsNames, notBefore, notAfter: notBefore + lifetime, serial: deps.randomBytes(16), isCa };
}

function readAddress(ip: Value): readonly number[] {
  if (typeof ip !== 'string') throw new FuncError(`error parsing ip: ${sprint([ip])} is not a string`);
  const failure = new FuncError(`error parsing ip: ${ip}`);
  try {
    const { bytes, zone } = parseAddress(ip);
    if (zone !== '') throw failure;
    return bytes;
  } catch {
    throw failure;
  }
}

function buildCustomCertificate(cert64: string, key64: string): Certificate {
  const cert = decodeBase64(cert64, 'unable to decode base64 certificate');
  const key = decodeBase64(key64, 'unable to decode base64 private key');
  if (!x509().isPem(cert)) throw new FuncError('unable to decode certificate');
  within('error parsing certificate: decodedCert.Bytes', () => x509().parseCertificate(cert));
  within('error parsing private key', () => x509().parsePrivateKey(key));
  return new Certificate(cert, key);
}

function decodeBase64(text: string, failure: string): string {
  if (corruptBase64At(encodeString(text)) !== undefined) throw new FuncError(failure);
  return decodeBytes(Buffer.from(text, 'base64'));
}
