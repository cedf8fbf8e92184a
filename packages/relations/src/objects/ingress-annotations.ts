/** Annotations of Ingresses that controllers read otherwise than they are written. The rules for Ingresses and for values of the chart ask the same. */

/** The prefix of ingress-nginx. */
export const nginx = 'nginx.ingress.kubernetes.io/';

/** The forms that ingress-nginx reads. What has another form is logged and ignored. */
const forms: readonly (readonly [names: RegExp, form: RegExp, write: string])[] = [
  [/^proxy-(?:connect|read|send)-timeout$|^proxy-next-upstream-(?:timeout|tries)$/, /^\d+$/, 'a number of seconds without a unit'],
  [/^limit-(?:rps|rpm|connections|burst-multiplier|rate|rate-after)$|^upstream-hash-by-subset-size$/, /^\d+$/, 'a number'],
  [
    /^(?:proxy-body-size|client-body-buffer-size|proxy-buffer-size|proxy-max-temp-file-size|proxy-busy-buffers-size)$/,
    /^\d+[kKmMgG]?$/,
    'a number with k, m or g',
  ],
  [/^proxy-(?:buffering|request-buffering)$/, /^(?:on|off)$/, '"on" or "off"'],
  [
    /^(?:ssl-redirect|force-ssl-redirect|use-regex|enable-cors|cors-allow-credentials|ssl-passthrough|preserve-trailing-slash|service-upstream|enable-access-log|enable-opentelemetry|canary|use-gzip)$/,
    /^(?:true|false)$/,
    '"true" or "false"',
  ],
  [/^proxy-http-version$/, /^(?:1\.0|1\.1)$/, '"1.1"'],
  [/^backend-protocol$/i, /^(?:HTTP|HTTPS|AUTO_HTTP|GRPC|GRPCS|FCGI)$/i, '"HTTP"'],
];

/** Names that are written in place of others. */
const nearly: Readonly<Record<string, string>> = {
  'read-timeout': 'proxy-read-timeout',
  'send-timeout': 'proxy-send-timeout',
  'connect-timeout': 'proxy-connect-timeout',
  timeout: 'proxy-read-timeout',
  'proxy-timeout': 'proxy-read-timeout',
  'body-size': 'proxy-body-size',
  'client-max-body-size': 'proxy-body-size',
  'max-body-size': 'proxy-body-size',
  buffering: 'proxy-buffering',
  'proxy-buffer': 'proxy-buffering',
  'proxy-buffers': 'proxy-buffers-number',
  rewrite: 'rewrite-target',
  'hash-by': 'upstream-hash-by',
  'ssl-forced-redirect': 'force-ssl-redirect',
  'redirect-to-https': 'force-ssl-redirect',
  'whitelist-source-ranges': 'whitelist-source-range',
  'allowlist-source-ranges': 'allowlist-source-range',
  'cors-allow-origins': 'cors-allow-origin',
  'rate-limit': 'limit-rps',
};

/** Prefixes of annotations, and the classes of the controllers that read them. */
const controllers: readonly (readonly [prefix: string, classes: RegExp, name: string])[] = [
  [nginx, /nginx/, 'ingress-nginx'],
  ['nginx.org/', /nginx/, 'the controller of NGINX'],
  ['traefik.ingress.kubernetes.io/', /traefik/, 'Traefik'],
  ['alb.ingress.kubernetes.io/', /alb/, 'the AWS Load Balancer Controller'],
  ['haproxy.org/', /haproxy/, 'HAProxy'],
  ['haproxy-ingress.github.io/', /haproxy/, 'HAProxy Ingress'],
  ['konghq.com/', /kong/, 'Kong'],
  ['appgw.ingress.kubernetes.io/', /azure|appgw|application-gateway/, 'Azure Application Gateway'],
  ['projectcontour.io/', /contour/, 'Contour'],
];

/** What is wrong with an annotation. */
export interface AnnotationProblem {
  readonly key: string;
  readonly message: string;
  readonly suggestion: string;
}

/** Whether an annotation is for the controller of another class than the given one. */
export function isOfOther(key: string, className: string): boolean {
  const [, classes] = controllers.find(([prefix]) => key.startsWith(prefix)) ?? [];
  return classes !== undefined && !classes.test(className) && controllers.some(([, each]) => each.test(className));
}

const isIssuer = (key: string): boolean => /^cert-manager\.io\/(?:cluster-)?issuer$/.test(key);

/** The problems of the annotations of an Ingress with a class, which may be empty, and with or without a section of TLS. */
export function annotationProblems(
  annotations: readonly (readonly [key: string, value: string])[],
  className: string,
  hasTls: boolean,
): AnnotationProblem[] {
  const said: AnnotationProblem[] = [];
  for (const [key, written] of annotations) {
    if (isOfOther(key, className))
      said.push({
        key,
        message: `only ${controllers.find(([prefix]) => key.startsWith(prefix))![2]} reads it, and the class of the Ingress is "${className}"`,
        suggestion: 'remove it, or write the annotation of that controller',
      });
    else if (key.startsWith(nginx)) said.push(...ofNginx(key, written));
    if (key === 'kubernetes.io/ingress.class' && className !== '')
      said.push({
        key,
        message: 'the class is named twice: the server refuses the annotation beside ingressClassName',
        suggestion: 'remove it, or ingress.className',
      });
    if (isIssuer(key) && !hasTls)
      said.push({
        key,
        message: 'cert-manager makes certificates for sections of TLS, and there is none',
        suggestion: 'add ingress.tls with a secretName and the hosts',
      });
  }
  const issuers = annotations.filter(([key]) => isIssuer(key));
  if (issuers.length > 1)
    said.push({
      key: issuers[1]![0],
      message: 'two issuers are named: cert-manager takes one of them',
      suggestion: 'remove one of the two',
    });
  return said;
}

function ofNginx(key: string, written: string): AnnotationProblem[] {
  const name = key.slice(nginx.length);
  const form = forms.find(([names]) => names.test(name));
  const said: AnnotationProblem[] = [];
  if (Object.hasOwn(nearly, name))
    said.push({ key, message: `ingress-nginx knows no "${name}" and ignores it`, suggestion: `write "${nginx}${nearly[name]}"` });
  if (form !== undefined && !form[1].test(written))
    said.push({ key, message: `ingress-nginx cannot read "${written}" and ignores the annotation`, suggestion: `write ${form[2]}` });
  return said;
}
