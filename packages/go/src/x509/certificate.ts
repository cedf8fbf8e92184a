/**
 * Certificates as sprig v3.3.0 (crypto.go) creates them with Go 1.26's crypto/x509: the same fields, extensions and order.
 * Loaded on first use only.
 */
import type { KeyObject } from 'node:crypto';
import {
  Boolean as Asn1Boolean,
  Set as Asn1Set,
  type BaseBlock,
  BitString,
  Constructed,
  fromBER,
  GeneralizedTime,
  Integer,
  Null,
  ObjectIdentifier,
  OctetString,
  Primitive,
  PrintableString,
  Sequence,
  UTCTime,
  Utf8String,
} from 'asn1js';
import { quote } from '../strconv/quote.js';
import { FuncError } from '../values/value.js';
import { type PrivateKey, sequenceOf } from './keys.js';
import { decodePem, encodePem } from './pem.js';

// A static import would be hoisted into the file of the importer, which loads this module on first use.
const { createHash, createPublicKey, sign, X509Certificate } = process.getBuiltinModule('node:crypto');

/** The content of a certificate. */
export interface CertificateTemplate {
  readonly commonName: string;
  readonly dnsNames: readonly string[];
  /** Addresses of 4 or 16 bytes. */
  readonly ipAddresses: readonly (readonly number[])[];
  /** Unix seconds. */
  readonly notBefore: bigint;
  readonly notAfter: bigint;
  /** 16 bytes. */
  readonly serial: Uint8Array;
  readonly isCa: boolean;
}

/** A certificate that signs. */
export interface Issuer {
  readonly subject: Uint8Array;
  readonly subjectKeyId: Uint8Array | undefined;
  readonly publicKey: KeyObject;
}

type Asn1 = BaseBlock;
const der = (value: Asn1): Buffer => Buffer.from(value.toBER());
const sequence = (...value: Asn1[]): Sequence => new Sequence({ value });
const oid = (value: string): ObjectIdentifier => new ObjectIdentifier({ value });
const octets = (valueHex: Uint8Array): OctetString => new OctetString({ valueHex });
const tagged = (tagNumber: number, ...value: Asn1[]): Constructed => new Constructed({ idBlock: { tagClass: 3, tagNumber }, value });
const implicit = (tagNumber: number, valueHex: Uint8Array): Primitive => new Primitive({ idBlock: { tagClass: 3, tagNumber }, valueHex });
const parsed = (bytes: Uint8Array): Asn1 => fromBER(bytes).result;

/** Whether a text contains a PEM block of any type. */
export const isPem = (text: string): boolean => decodePem(text) !== undefined;

/**
 * Parses the first PEM block of a text as a certificate.
 *
 * @throws FuncError if it is not a certificate
 */
export function parseCertificate(pem: string): Issuer {
  const bytes = decodePem(pem)?.bytes ?? new Uint8Array();
  try {
    const { publicKey } = new X509Certificate(bytes);
    return { subject: readSubject(bytes), subjectKeyId: readSubjectKeyId(bytes), publicKey };
  } catch {
    throw new FuncError('x509: malformed certificate');
  }
}

/** The members of the certificate's body, starting with the serial number. */
function bodyOf(certificate: Uint8Array): Asn1[] {
  const members = (sequenceOf(certificate)[0] as Sequence).valueBlock.value as Asn1[];
  return members[0]!.idBlock.tagClass === 3 ? members.slice(1) : members;
}

const readSubject = (certificate: Uint8Array): Uint8Array => der(bodyOf(certificate)[4]!);

function readSubjectKeyId(certificate: Uint8Array): Uint8Array | undefined {
  const extensions = bodyOf(certificate).find(member => member.idBlock.tagClass === 3 && member.idBlock.tagNumber === 3) as
    | Constructed
    | undefined;
  const list = (extensions?.valueBlock.value[0] as Sequence | undefined)?.valueBlock.value ?? [];
  for (const extension of list as Sequence[]) {
    const members = extension.valueBlock.value;
    if ((members[0] as ObjectIdentifier).valueBlock.toString() !== subjectKeyIdOid) continue;
    const inner = fromBER((members.at(-1) as OctetString).valueBlock.valueHexView).result as OctetString;
    return inner.valueBlock.valueHexView;
  }
  return undefined;
}

const subjectKeyIdOid = '2.5.29.14';

interface Algorithm {
  readonly identifier: Sequence;
  /** The digest's name for node:crypto; null if the algorithm has its own digest. */
  readonly digest: string | null;
}

function signatureAlgorithm(key: KeyObject): Algorithm {
  if (key.asymmetricKeyType === 'rsa') return { identifier: sequence(oid('1.2.840.113549.1.1.11'), new Null()), digest: 'sha256' };
  if (key.asymmetricKeyType === 'ed25519') return { identifier: sequence(oid('1.3.101.112')), digest: null };
  switch (key.asymmetricKeyDetails?.namedCurve) {
    case 'prime256v1':
    case 'secp224r1':
      return { identifier: sequence(oid('1.2.840.10045.4.3.2')), digest: 'sha256' };
    case 'secp384r1':
      return { identifier: sequence(oid('1.2.840.10045.4.3.3')), digest: 'sha384' };
    case 'secp521r1':
      return { identifier: sequence(oid('1.2.840.10045.4.3.4')), digest: 'sha512' };
    default:
      throw new FuncError('x509: unsupported elliptic curve');
  }
}

/**
 * Creates a certificate for the key of `subject`, signed by `signer`, as PEM. Without an issuer it is self-signed.
 *
 * @throws FuncError with the messages of x509.CreateCertificate
 */
export function createCertificate(template: CertificateTemplate, subject: PrivateKey, signer: PrivateKey, issuer?: Issuer): string {
  if (!signer.signs) throw new FuncError('x509: certificate private key does not implement crypto.Signer');
  if (!subject.signs) throw new FuncError('x509: unsupported public key type: *dsa.PublicKey');
  const algorithm = signatureAlgorithm(signer.key);
  const publicKey = createPublicKey(subject.key).export({ type: 'spki', format: 'der' });
  const subjectName = encodeName(template.commonName);
  const issuerName = issuer?.subject ?? subjectName;
  if (issuer !== undefined && !createPublicKey(signer.key).equals(issuer.publicKey)) {
    throw new FuncError("x509: provided PrivateKey doesn't match parent's PublicKey");
  }
  const authorityKeyId = subjectName.equals(issuerName) ? undefined : issuer?.subjectKeyId;
  const body = sequence(
    tagged(0, new Integer({ value: 2 })),
    encodeSerial(template.serial),
    algorithm.identifier,
    parsed(issuerName),
    sequence(encodeTime(template.notBefore), encodeTime(template.notAfter)),
    parsed(subjectName),
    parsed(publicKey),
    tagged(3, sequence(...extensions(template, publicKey, authorityKeyId))),
  );
  const signature = sign(algorithm.digest, der(body), signer.key);
  return encodePem({ type: 'CERTIFICATE', bytes: der(sequence(body, algorithm.identifier, new BitString({ valueHex: signature }))) });
}

function encodeSerial(serial: Uint8Array): Integer {
  return Integer.fromBigInt(BigInt(`0x${Buffer.from(serial).toString('hex')}`));
}

const printable = /^[A-Za-z0-9'()+,\-./:=? ]*$/;

function encodeName(commonName: string): Buffer {
  if (commonName === '') return der(sequence());
  if (/[\ud800-\udfff]/u.test(commonName)) throw new FuncError('asn1: string not valid UTF-8');
  const value = printable.test(commonName) ? new PrintableString({ value: commonName }) : new Utf8String({ value: commonName });
  return der(sequence(new Asn1Set({ value: [sequence(oid('2.5.4.3'), value)] })));
}

const yearStart = (year: number): bigint => BigInt(Math.floor(Date.UTC(year, 0, 1) / 1000));
const year10000 = yearStart(9999) + 365n * 86_400n;
const year0 = -62_167_219_200n;

/** UTCTime from 1950 to 2049, GeneralizedTime otherwise. */
function encodeTime(unix: bigint): Asn1 {
  if (unix < year0 || unix >= year10000) throw new FuncError('asn1: structure error: cannot represent time as GeneralizedTime');
  const valueDate = new Date(Number(unix) * 1000);
  return unix >= yearStart(1950) && unix < yearStart(2050) ? new UTCTime({ valueDate }) : new GeneralizedTime({ valueDate });
}

function extension(id: string, critical: boolean, value: Asn1): Sequence {
  return critical ? sequence(oid(id), new Asn1Boolean({ value: true }), octets(der(value))) : sequence(oid(id), octets(der(value)));
}

/** digitalSignature and keyEncipherment, with certSign for an authority. */
const keyUsage = (isCa: boolean): BitString =>
  new BitString({ valueHex: Uint8Array.of(isCa ? 0b1010_0100 : 0b1010_0000), unusedBits: isCa ? 2 : 5 });
const serverAuth = '1.3.6.1.5.5.7.3.1';
const clientAuth = '1.3.6.1.5.5.7.3.2';

function extensions(template: CertificateTemplate, publicKey: Buffer, authorityKeyId: Uint8Array | undefined): Sequence[] {
  const { isCa, dnsNames, ipAddresses } = template;
  const list = [
    extension('2.5.29.15', true, keyUsage(isCa)),
    extension('2.5.29.37', false, sequence(oid(serverAuth), oid(clientAuth))),
    extension('2.5.29.19', true, isCa ? sequence(new Asn1Boolean({ value: true })) : sequence()),
  ];
  if (isCa) list.push(extension(subjectKeyIdOid, false, octets(keyId(publicKey))));
  if (authorityKeyId !== undefined) list.push(extension('2.5.29.35', false, sequence(implicit(0, authorityKeyId))));
  if (dnsNames.length + ipAddresses.length > 0) {
    const names = [
      ...dnsNames.map(name => implicit(2, encodeDnsName(name))),
      ...ipAddresses.map(address => implicit(7, shortest(address))),
    ];
    list.push(extension('2.5.29.17', template.commonName === '', sequence(...names)));
  }
  return list;
}

function encodeDnsName(name: string): Buffer {
  if (/[^\x00-\x7f]/.test(name)) throw new FuncError(`x509: ${quote(name)} cannot be encoded as an IA5String`);
  return Buffer.from(name, 'latin1');
}

/** An IPv4 address written as IPv6 takes 4 bytes. */
function shortest(address: readonly number[]): Uint8Array {
  const isMapped = address.length === 16 && address.slice(0, 10).every(byte => byte === 0) && address[10] === 0xff && address[11] === 0xff;
  return Uint8Array.from(isMapped ? address.slice(12) : address);
}

/** The first 160 bits of the SHA-256 of the subject's public key (RFC 7093). */
function keyId(publicKey: Buffer): Buffer {
  const bits = sequenceOf(publicKey)[1] as BitString;
  return createHash('sha256').update(bits.valueBlock.valueHexView).digest().subarray(0, 20);
}
