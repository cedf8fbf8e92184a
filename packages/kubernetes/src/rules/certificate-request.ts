import { textAt } from '@mcpgw/structure';
import { base64 } from '../formats/paths.js';
import type { ObjectRule } from '../objects/rule.js';

export const certificateRequest: ObjectRule = {
  id: 'certificate-request',
  severity: 'error',
  on: ['CertificateSigningRequestSpec'],
  why: 'A request is a PEM block of a PKCS#10 request, in base64.',
  check(node, context) {
    const request = textAt(node, 'request');
    if (request === '' || base64(request) !== undefined) return;
    if (!Buffer.from(request, 'base64').toString('latin1').includes('-----BEGIN CERTIFICATE REQUEST-----'))
      context.report(
        ['request'],
        'the request contains no PEM block "CERTIFICATE REQUEST"',
        'encode the whole file of the request, with its first line',
      );
  },
};
