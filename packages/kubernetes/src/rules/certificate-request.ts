import { base64 } from '../formats/paths.js';
import { str } from '../objects/access.js';
import type { ObjectRule } from '../objects/rule.js';

export const certificateRequest: ObjectRule = {
  id: 'certificate-request',
  on: ['CertificateSigningRequestSpec'],
  why: 'a request is a PEM block of a PKCS#10 request, in base64',
  check(node, context) {
    const request = str(node, 'request');
    if (request === '' || base64(request) !== undefined) return;
    if (!Buffer.from(request, 'base64').toString('latin1').includes('-----BEGIN CERTIFICATE REQUEST-----'))
      context.report(
        ['request'],
        'the request holds no PEM block "CERTIFICATE REQUEST"',
        'encode the whole file of the request, with its first line',
      );
  },
};
