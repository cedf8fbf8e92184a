/** Settings that Helm reads from its environment if no flag sets them. Follows helm.sh/helm/v4 v4.2.4 pkg/cli/environment.go. */
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { GivenFlag } from '../args.js';
import type { RenderFlags } from './flags.js';

type Env = Readonly<Record<string, string | undefined>>;

/** Namespace and `--debug` of a render: from the flags, else HELM_NAMESPACE and HELM_DEBUG, else the kubeconfig's context. */
export async function helmEnvironment(
  flags: RenderFlags,
  given: readonly GivenFlag[],
  env: Env = process.env,
): Promise<Pick<RenderFlags, 'namespace' | 'debug'>> {
  const isGiven = (name: string): boolean => given.some(flag => flag.name === name);
  const isDebug = isGiven('--debug') ? flags.debug === true : /^(?:1|t|T|true|TRUE|True)$/.test(env.HELM_DEBUG ?? '');
  const named = isGiven('--namespace') ? flags.namespace : env.HELM_NAMESPACE;
  return { debug: isDebug, namespace: named || (await namespaceOfContext(flags, env)) || 'default' };
}

/** The namespace of the context, or of the pod in a pod; undefined if there is none, or if a file cannot be read. */
async function namespaceOfContext({ kubeconfig, kubeContext }: RenderFlags, env: Env): Promise<string | undefined> {
  const listed = env.KUBECONFIG ? env.KUBECONFIG.split(delimiter) : [join(env.HOME ?? homedir(), '.kube', 'config')];
  const files = (kubeconfig ? [kubeconfig] : listed).filter(path => path !== '' && existsSync(path));
  const context = kubeContext ?? (env.HELM_KUBECONTEXT || undefined);
  if (files.length > 0) return (await import('../kube/kubeconfig.js')).namespaceIn(files, context) ?? podNamespace(env);
  return kubeconfig ? undefined : podNamespace(env);
}

const podSecrets = '/var/run/secrets/kubernetes.io/serviceaccount';

/** Whether this is a pod with a service account (client-go's in-cluster configuration). */
function podNamespace(env: Env): string | undefined {
  const isPod = env.KUBERNETES_SERVICE_HOST && env.KUBERNETES_SERVICE_PORT && existsSync(join(podSecrets, 'token'));
  if (!isPod) return undefined;
  if (env.POD_NAMESPACE) return env.POD_NAMESPACE;
  const file = join(podSecrets, 'namespace');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}
