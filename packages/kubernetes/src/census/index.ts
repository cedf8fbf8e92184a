/** What was asked of the fields of core objects that charts render, by structure. One file for each group of `types/`. */
import type { Census } from '@mcpgw/structure';
import { networkingCensus } from './networking.js';
import { podCensus } from './pods.js';
import { volumeCensus } from './volumes.js';
import { workloadCensus } from './workloads.js';

export const objectCensus: Census = { ...podCensus, ...workloadCensus, ...networkingCensus, ...volumeCensus };

/** The types of the objects that the census is about. */
export const askedTypes: readonly string[] = (
  'Pod PodTemplate Deployment ReplicaSet DaemonSet StatefulSet Job CronJob HorizontalPodAutoscaler HorizontalPodAutoscalerV1 ' +
  'PodDisruptionBudget NetworkPolicy Ingress Service ServiceAccount Role ClusterRole RoleBinding ClusterRoleBinding ' +
  'PersistentVolumeClaim Secret ConfigMap'
).split(' ');
