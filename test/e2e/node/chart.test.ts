/** The chart as pods of one real node: see the suites in chart/. */
import { envoyMissing } from '../../helpers/envoy.js';
import { crdsMissing, installCrds } from '../../helpers/kube-objects.js';
import { describeUnless } from '../../helpers/needs.js';
import { copyOfChart, helmsMissing } from '../../helpers/real-helm.js';
import { behindProxy } from './chart/behind-proxy.js';
import { callPath } from './chart/call-path.js';
import { everything } from './chart/everything.js';
import type { Ground } from './chart/ground.js';
import { isolation } from './chart/isolation.js';
import { startWorld } from './chart/paths.js';
import { probe } from './chart/probe.js';
import { aliases, releases, serversOfExamples } from './chart/releases.js';
import { nodeMissing } from './needs.js';
import { type Node, startNode } from './node.js';
import { imagesMissing, importImages } from './workbench.js';

describeUnless(nodeMissing ?? crdsMissing ?? helmsMissing ?? imagesMissing() ?? envoyMissing(), 'the chart on a node', () => {
  let node: Node;
  let chart: string;
  const ground: Ground = {
    get node() {
      return node;
    },
    get chart() {
      return chart;
    },
  };

  beforeAll(async () => {
    node = await startNode();
    await installCrds(node, 'v1.4.1');
    importImages(node, aliases);
    chart = copyOfChart(node);
    await startWorld(node);
    await serversOfExamples(ground);
  });
  afterAll(() => node?.stop());

  callPath(ground);
  releases(ground);
  isolation(ground);
  probe(ground);
  behindProxy(ground);
  everything(ground);
});
