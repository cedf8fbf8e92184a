/** Go's crypto/x509: keys and certificates, and their PEM. */
export { type CertificateTemplate, createCertificate, type Issuer, isPem, parseCertificate } from './certificate.js';
export { encodeKey, generatePrivateKey, generateRsaKey, type PrivateKey, parsePrivateKey } from './keys.js';
