import { child, policiesNamed, routes } from '@mcpgw/agentgateway/internal';
import { get, type Node, type Rule, text } from '@mcpgw/structure';
import { onRoute } from '../examples/examples.js';

/** The hosts of plain backends below a route, in lower case. */
const hostsOf = (root: Node, policies: Node): string[] =>
  routes(root)
    .filter(route => route.policies === policies || route.backends.some(({ node }) => get(node, 'policies') === policies))
    .flatMap(route => route.backends.flatMap(({ node }) => text(get(node, 'host'))?.toLowerCase() ?? []));

const own: Readonly<Record<string, RegExp>> = {
  aws: /\.amazonaws\.com(?:\.cn)?(?::|$)|\.on\.aws(?::|$)/,
  gcp: /\.(?:googleapis\.com|run\.app|cloudfunctions\.net|google\.com)(?::|$)/,
  azure: /\.(?:azure\.com|azure-api\.net|windows\.net|azurewebsites\.net|microsoft\.com)(?::|$)/,
};

/** The first host of AWS that names another region. */
const elsewhere = (hosts: readonly string[], region: string): string | undefined =>
  hosts.find(host => {
    const [, named] = /\.([a-z]{2}(?:-[a-z]+)+-\d)\.(?:amazonaws\.com|on\.aws|api\.aws)/.exec(host) ?? [];
    return named !== undefined && named !== region;
  });

export const cloudAuth: Rule = {
  id: 'cloud-auth',
  severity: 'warning',
  kinds: ['agentgateway'],
  why: 'Cloud credentials are accepted only by services of that cloud, for the region and service they are signed for; elsewhere they only leak a token.',
  docs: {
    checks:
      'A backend with credentials of Google Cloud, AWS or Azure is a service of that cloud, and of the region that requests are signed for; AWS keys and roles have the form of AWS; key ID and secret are not swapped.',
    seen: 'Live: v1.1.0 and v1.4.1 sign a request for any host with the AWS keys (`AWS4-HMAC-SHA256`).',
    fix: 'Use the credentials of the service that the route leads to.',
    wrong: onRoute(
      'backendAuth: {aws: {accessKeyId: $AWS_ID, secretAccessKey: $AWS_SECRET, region: us-east-1}}',
      '- host: api.example.com:443',
    ),
    correct: onRoute(
      'backendAuth: {aws: {accessKeyId: $AWS_ID, secretAccessKey: $AWS_SECRET, region: us-east-1}}\nbackendTLS: {}',
      '- host: lambda.us-east-1.amazonaws.com:443',
    ),
  },
  check({ root, report }) {
    for (const { node, path, set } of policiesNamed(root, 'backendAuth'))
      for (const kind of ['aws', 'gcp', 'azure'] as const) {
        const auth = child({ node, path }, kind);
        if (auth === undefined) continue;
        const host = hostsOf(root, set.node).find(
          name => !own[kind]!.test(name) && !/^(?:localhost|127\.|\[?::1|\$)/.test(name) && name.includes('.'),
        );
        if (host !== undefined)
          report({
            at: auth.node,
            path: auth.path,
            message: `"${host}" is not a service of ${kind}: it gets a token that is of no use there`,
            suggestion: 'use the credentials of that service',
          });
        const region = text(get(auth.node, 'region'));
        const other =
          kind === 'aws' && region !== undefined && !region.includes('$') ? elsewhere(hostsOf(root, set.node), region) : undefined;
        if (other !== undefined)
          report({
            at: get(auth.node, 'region')!,
            path: [...auth.path, 'region'],
            message: `requests are signed for ${region}, and "${other}" is in another region: AWS refuses them`,
            suggestion: 'write the region of the host',
          });
        const [id, role] = [get(auth.node, 'accessKeyId'), get(get(auth.node, 'assumeRole'), 'roleArn')];
        if (id !== undefined && !/^(?:[A-Z0-9]{16,128}|.*\$.*)$/.test(text(id) ?? ''))
          report({
            at: id,
            path: [...auth.path, 'accessKeyId'],
            message: 'this is not the ID of an AWS access key',
            suggestion: 'an ID looks like AKIAIOSFODNN7EXAMPLE',
          });
        if (role !== undefined && !/^(?:arn:aws[\w-]*:iam::\d{12}:role\/.+|.*\$.*)$/.test(text(role) ?? ''))
          report({
            at: role,
            path: [...auth.path, 'assumeRole', 'roleArn'],
            message: 'this is not an ARN of a role',
            suggestion: 'write arn:aws:iam::ACCOUNT:role/NAME',
          });
      }
  },
};
