import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testUnless } from '../../../../test/helpers/needs.js';
import { type CertificateTemplate, createCertificate, isPem, parseCertificate } from './certificate.js';
import { encodeKey, generatePrivateKey, generateRsaKey, parsePrivateKey } from './keys.js';
import { encodePem } from './pem.js';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
const rsa = generateRsaKey(2048);
const ecdsa = parsePrivateKey(generatePrivateKey('ecdsa'));
const ed25519 = parsePrivateKey(generatePrivateKey('ed25519'));

const template = (change: Partial<CertificateTemplate> = {}): CertificateTemplate => ({
  commonName: 'example.com',
  dnsNames: [],
  ipAddresses: [],
  notBefore: 1_700_000_000n,
  notAfter: 1_700_086_400n,
  serial: Uint8Array.from({ length: 16 }, (_, i) => 255 - i),
  isCa: false,
  ...change,
});
const authority = template({ commonName: 'ca', isCa: true });

test.each([
  ['a name that is not ASCII', template({ dnsNames: ['é'] }), 'x509: "é" cannot be encoded as an IA5String'],
  ['a subject that is not UTF-8', template({ commonName: 'a\udcff' }), 'asn1: string not valid UTF-8'],
  ['a year above 9999', template({ notAfter: 253_402_300_800n }), 'asn1: structure error: cannot represent time as GeneralizedTime'],
  ['a year below 0', template({ notBefore: -62_167_219_201n }), 'asn1: structure error: cannot represent time as GeneralizedTime'],
])('%s is refused', (_what, wrong, message) => {
  expect(() => createCertificate(wrong, rsa, rsa)).toThrow(new Error(message));
});

test('a key of another authority, and a key that cannot sign, are refused', () => {
  const issuer = parseCertificate(createCertificate(authority, rsa, rsa));
  expect(() => createCertificate(template(), rsa, ecdsa, issuer)).toThrow("x509: provided PrivateKey doesn't match parent's PublicKey");
  const dsa = { signs: false, pem: '' } as const;
  expect(() => createCertificate(template(), rsa, dsa)).toThrow('x509: certificate private key does not implement crypto.Signer');
  expect(() => createCertificate(template(), dsa, rsa)).toThrow('x509: unsupported public key type: *dsa.PublicKey');
});

test('text that is not a certificate is refused', () => {
  expect(isPem('x')).toBe(false);
  expect(() => parseCertificate(encodePem({ type: 'CERTIFICATE', bytes: Uint8Array.of(0x30, 0) }))).toThrow('x509: malformed certificate');
});

test('a self-signed certificate has the fields of its template', () => {
  const pem = createCertificate(
    template({
      dnsNames: ['a.b', '*.c'],
      ipAddresses: [
        [10, 0, 0, 1],
        [...new Array(10).fill(0), 255, 255, 1, 2, 3, 4],
      ],
    }),
    rsa,
    rsa,
  );
  const certificate = new X509Certificate(pem);
  expect(certificate.subject).toBe('CN=example.com');
  expect(certificate.issuer).toBe('CN=example.com');
  expect(certificate.subjectAltName).toBe('DNS:a.b, DNS:*.c, IP Address:10.0.0.1, IP Address:1.2.3.4');
  expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2']);
  expect(certificate.ca).toBe(false);
  expect(certificate.serialNumber).toBe('FFFEFDFCFBFAF9F8F7F6F5F4F3F2F1F0');
  expect([certificate.validFrom, certificate.validTo]).toEqual(['Nov 14 22:13:20 2023 GMT', 'Nov 15 22:13:20 2023 GMT']);
  expect(certificate.verify(certificate.publicKey)).toBe(true);
});

test.each([
  ['rsa', rsa],
  ['ecdsa', ecdsa],
  ['ed25519', ed25519],
])('an authority with a key of type %s signs another certificate', (_type, key) => {
  const ca = new X509Certificate(createCertificate(authority, key, key));
  const issuer = parseCertificate(ca.toString());
  const signed = new X509Certificate(createCertificate(template(), rsa, key, issuer));
  expect(ca.ca).toBe(true);
  expect(signed.checkIssued(ca)).toBe(true);
  expect(signed.verify(ca.publicKey)).toBe(true);
});

test('without a common name the subject is empty and the alternative names are critical', () => {
  const certificate = new X509Certificate(createCertificate(template({ commonName: '', dnsNames: ['x'] }), rsa, rsa));
  expect(certificate.subject ?? '').toBe('');
  const critical = Buffer.from('0603551d110101ff', 'hex');
  expect(certificate.raw.includes(critical)).toBe(true);
});

test('times from 2050 on are GeneralizedTime', () => {
  const certificate = new X509Certificate(createCertificate(template({ notAfter: 2_524_608_000n }), rsa, rsa));
  expect(certificate.validTo).toBe('Jan  1 00:00:00 2050 GMT');
  expect(certificate.raw.includes('20500101000000Z')).toBe(true);
});

test.each(['ecdsa', 'ed25519', 'dsa', 'rsa'])('a private key of type %s is parsed to the same key', type => {
  const pem = type === 'rsa' ? encodeKey(rsa) : generatePrivateKey(type);
  expect(encodeKey(parsePrivateKey(pem))).toBe(pem);
});

testUnless(hasOpenssl ? undefined : 'openssl is not installed', 'openssl verifies the chain', () => {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  try {
    const now = BigInt(Math.floor(Date.now() / 1000));
    const times = { notBefore: now - 60n, notAfter: now + 3600n };
    const ca = createCertificate(template({ ...times, commonName: 'ca', isCa: true }), ecdsa, ecdsa);
    const server = createCertificate(template({ ...times, dnsNames: ['example.com'] }), rsa, ecdsa, parseCertificate(ca));
    writeFileSync(join(folder, 'ca.pem'), ca);
    writeFileSync(join(folder, 'server.pem'), server);
    const verify = [
      'verify',
      '-x509_strict',
      '-purpose',
      'sslserver',
      '-verify_hostname',
      'example.com',
      '-CAfile',
      'ca.pem',
      'server.pem',
    ];
    expect(spawnSync('openssl', verify, { cwd: folder, encoding: 'utf8' }).stdout).toBe('server.pem: OK\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
