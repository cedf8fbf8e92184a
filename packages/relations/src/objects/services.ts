/** Services, and the pods that they lead to. */
import { at, entries, get, items, type Node, text } from '@mcpgw/structure';
import { integerOf, mayBeSame, named, type ObjectView, textMap } from './objects.js';
import { isServer, type PodView, podsIn } from './pods.js';
import { labelTest } from './selectors.js';

/** Whether a Service has a selector. Without one, its endpoints are made by hand. */
export const hasSelector = ({ node }: ObjectView): boolean => entries(at(node, 'spec', 'selector')).length > 0;

/** The pods that a Service selects. */
export function podsBehind(stream: Node, service: ObjectView): readonly PodView[] {
  if (!hasSelector(service)) return [];
  const fits = labelTest(at(service.node, 'spec', 'selector'));
  return podsIn(stream, service.namespace, pod => isServer(pod) && fits(pod.labels));
}

/** The ports of a Service. */
export const servicePorts = ({ node }: ObjectView): readonly Node[] => items(at(node, 'spec', 'ports'));

/** The port of a Service with a number or a name. */
export const servicePort = (service: ObjectView, wanted: number | string): Node | undefined =>
  servicePorts(service).find(port => (typeof wanted === 'number' ? integerOf(get(port, 'port')) : text(get(port, 'name'))) === wanted);

/** The labels that a Service selects by. */
export const selectorOf = ({ node }: ObjectView): ReadonlyMap<string, string> => textMap(at(node, 'spec', 'selector'));

const cluster = /^([a-z0-9-]+)\.([a-z0-9-]+)(?:\.svc(?:\.cluster\.local)?)$/;

/** The Service that a host such as `name.namespace.svc` names; undefined for any other host. */
export function serviceOfHost(host: string): { readonly name: string; readonly namespace: string } | undefined {
  const [, name, namespace] = cluster.exec(host) ?? [];
  return name === undefined || namespace === undefined ? undefined : { name, namespace };
}

/** The given Services with a name in a namespace. */
export const servicesNamed = (stream: Node, name: string, namespace: string): readonly ObjectView[] =>
  named(stream, 'Service', name).filter(object => object.group === '' && mayBeSame(object.namespace, namespace));

const digits = /^[1-9]\d{0,4}$/;

/** The number of a port that a section names; undefined for a section that is no number, as the name of a port never is one. */
export const portOfSection = (section: string): number | undefined => (digits.test(section) ? Number(section) : undefined);
