/** Where a container has probes and hooks, and where it names programs to run. */
import type { Path } from '@mcpgw/diagnostics';

/** The probes of a container. */
export const probeKeys = ['livenessProbe', 'readinessProbe', 'startupProbe'] as const;

/** The probes and hooks of a container, by their paths in it. */
export const handlerPlaces: readonly Path[] = [...probeKeys.map(key => [key]), ...['postStart', 'preStop'].map(key => ['lifecycle', key])];

/** The commands of a container, its probes and its hooks, by their paths in it. */
export const programPlaces: readonly Path[] = [['command'], ...handlerPlaces.map(place => [...place, 'exec', 'command'])];
