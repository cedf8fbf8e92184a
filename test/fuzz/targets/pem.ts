/** Keys and certificates that a chart gives to genSignedCert and its kin. */
import { FuncError } from '@mcpgw/go/values';
import { decodeBytes } from '@mcpgw/helm';
import { createCertificate, isPem, parseCertificate } from '../../../packages/go/src/x509/certificate.js';
import { encodeKey, parsePrivateKey } from '../../../packages/go/src/x509/keys.js';
import { decodePem, encodePem } from '../../../packages/go/src/x509/pem.js';
import { holds, outcome, type Target } from '../target.js';

/** A key that is the same in every run: from a fixed seed, as PKCS#8. */
const key = Buffer.from('302e020100300506032b6570042204209d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex');
const keyPem = encodePem({ type: 'PRIVATE KEY', bytes: key });
const parsedKey = parsePrivateKey(keyPem);
const names = { commonName: 'a.test', dnsNames: ['a.test'], ipAddresses: [[127, 0, 0, 1]] };
const dates = { notBefore: 1_700_000_000n, notAfter: 1_800_000_000n };
const certificate = createCertificate({ ...names, ...dates, serial: new Uint8Array(16).fill(5), isCa: true }, parsedKey, parsedKey);

export const target: Target = {
  seeds: [
    keyPem,
    certificate,
    encodePem({ type: 'EC PRIVATE KEY', bytes: Buffer.from('300e0201010404aaaaaaaaa00306012a', 'hex') }),
    '-----BEGIN A-----\nProc-Type: 4,ENCRYPTED\nx: y\n\nAAAA\n-----END A-----\n',
    encodePem({ type: 'DSA PRIVATE KEY', bytes: Buffer.from('3012020100020101020101020101020101020101', 'hex') }),
    encodePem({ type: 'RSA PRIVATE KEY', bytes: Buffer.from('3009020100020103020101', 'hex') }),
  ],
  tokens: [
    '-----BEGIN ',
    '-----END ',
    '-----\n',
    'PRIVATE KEY',
    'RSA PRIVATE KEY',
    'EC PRIVATE KEY',
    'DSA PRIVATE KEY',
    'CERTIFICATE',
    '\n',
    '=',
    '==',
    ': ',
    'MII',
    'AAAA',
    '/',
    '+',
  ],
  run(input) {
    const text = decodeBytes(input);
    const block = decodePem(text);
    holds((block !== undefined) === isPem(text), 'isPem and decodePem differ');
    if (block !== undefined) {
      const again = decodePem(encodePem(block));
      holds(
        again !== undefined && Buffer.from(again.bytes).equals(Buffer.from(block.bytes)),
        'a written PEM block is read as another',
        text.slice(0, 200),
      );
    }
    const private_ = outcome([FuncError], () => parsePrivateKey(text));
    if ('value' in private_) encodeKey(private_.value);
    outcome([FuncError], () => parseCertificate(text));
    // What stands within the armor, without having to guess base64.
    for (const type of ['PRIVATE KEY', 'EC PRIVATE KEY', 'RSA PRIVATE KEY', 'DSA PRIVATE KEY'])
      outcome([FuncError], () => parsePrivateKey(encodePem({ type, bytes: input })));
    outcome([FuncError], () => parseCertificate(encodePem({ type: 'CERTIFICATE', bytes: input })));
  },
};
