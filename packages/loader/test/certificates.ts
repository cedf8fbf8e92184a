/** TLS certificates for tests, made anew for each run; nothing of them lies in the repository. */
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { BasicConstraintsExtension, SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509';

const crypto = webcrypto as never;
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const day = 86_400_000;

export interface Authority {
  /** PEM to trust. */
  readonly ca: string;
  /** A certificate and key for `name` (an IP address), valid from `fromDays` to `toDays` around now. */
  issue(name: string, fromDays: number, toDays: number): Promise<{ cert: string; key: string }>;
}

function newKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']) as Promise<webcrypto.CryptoKeyPair>;
}

function validity(fromDays: number, toDays: number) {
  return { notBefore: new Date(Date.now() + fromDays * day), notAfter: new Date(Date.now() + toDays * day) };
}

async function pemOf(key: webcrypto.CryptoKey): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key)).toString('base64');
  return `-----BEGIN PRIVATE KEY-----\n${der.replace(/.{64}/g, '$&\n')}\n-----END PRIVATE KEY-----\n`;
}

export async function createAuthority(): Promise<Authority> {
  const keys = await newKeys();
  const name = 'CN=test authority';
  const extensions = [new BasicConstraintsExtension(true, 1, true)];
  const root = await X509CertificateGenerator.createSelfSigned(
    { name, keys, signingAlgorithm: algorithm, extensions, ...validity(-1, 1) },
    crypto,
  );
  const issue = async (host: string, fromDays: number, toDays: number) => {
    const own = await newKeys();
    const type = /^[\d.]+$/.test(host) ? 'ip' : 'dns';
    const leaf = await X509CertificateGenerator.create(
      {
        subject: `CN=${host}`,
        issuer: name,
        signingKey: keys.privateKey,
        publicKey: own.publicKey,
        signingAlgorithm: algorithm,
        extensions: [new SubjectAlternativeNameExtension([{ type, value: host }])],
        ...validity(fromDays, toDays),
      },
      crypto,
    );
    return { cert: leaf.toString('pem'), key: await pemOf(own.privateKey) };
  };
  return { ca: root.toString('pem'), issue };
}
