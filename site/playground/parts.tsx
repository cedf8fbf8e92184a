/** Parts of the page without state of their own. */

import { examples } from 'playground:examples';
import { knownVersions } from '../../packages/structure/src/shape/versions.js';
import type { CheckAnswer, ShownFinding } from './protocol.js';
import type { Shared } from './share.js';

/** What the output pane shows. */
export type View = 'manifests' | 'configuration' | 'notes' | 'comparison';

export interface TabsOptions<T extends string> {
  readonly label: string;
  readonly tabs: readonly (readonly [key: T, title: string])[];
  readonly chosen: T;
  readonly onChoose: (key: T) => void;
}

export function Tabs<T extends string>({ label, tabs, chosen, onChoose }: TabsOptions<T>) {
  return (
    <fieldset class="tabs" aria-label={label}>
      {tabs.map(([key, title]) => (
        <button key={key} type="button" aria-pressed={key === chosen} onClick={() => onChoose(key)}>
          {title}
        </button>
      ))}
    </fieldset>
  );
}

export interface ChoicesOptions {
  readonly shared: Shared;
  /** Undefined for the bundled chart. */
  readonly chartName: string | undefined;
  readonly onChange: (part: Partial<Shared>) => void;
  readonly onExample: (name: string) => void;
  /** A chart that the user chose; undefined for the bundled one. */
  readonly onChart: (file: File | undefined) => void;
  readonly onShare: () => void;
  readonly onCompare: () => void;
}

type Input = { readonly currentTarget: HTMLInputElement };
type Select = { readonly currentTarget: HTMLSelectElement };

export function Choices({ shared, chartName, onChange, onExample, onChart, onShare, onCompare }: ChoicesOptions) {
  return (
    <header>
      <h1>
        <a href="../">mcpgw</a> playground
      </h1>
      <label class="button">
        {chartName ?? 'Chart: mcp-gateway'}
        <input
          type="file"
          class="hidden"
          accept=".tgz,.gz"
          aria-label="Chart archive (.tgz)"
          onChange={({ currentTarget }: Input) => currentTarget.files?.[0] && onChart(currentTarget.files[0])}
        />
      </label>
      {chartName === undefined ? (
        <label>
          Example
          <select onChange={({ currentTarget }: Select) => onExample(currentTarget.value)}>
            {examples.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      ) : (
        <button type="button" onClick={() => onChart(undefined)}>
          Back to mcp-gateway
        </button>
      )}
      <label>
        Proxy
        <select
          aria-label="Version of the proxy"
          value={shared.proxy}
          onChange={({ currentTarget }: Select) => onChange({ proxy: currentTarget.value })}
        >
          <option value="">as the chart says</option>
          {[...knownVersions].reverse().map(version => (
            <option key={version} value={version}>
              v{version}
            </option>
          ))}
        </select>
      </label>
      <label>
        Helm
        <select
          aria-label="Version of Helm"
          value={shared.helm}
          onChange={({ currentTarget }: Select) => onChange({ helm: currentTarget.value === '3' ? '3' : '4' })}
        >
          <option value="4">4.2.4</option>
          <option value="3">3.20.0</option>
        </select>
      </label>
      <label>
        Release
        <input size={8} value={shared.release} onInput={({ currentTarget }: Input) => onChange({ release: currentTarget.value })} />
      </label>
      <label>
        Namespace
        <input size={8} value={shared.namespace} onInput={({ currentTarget }: Input) => onChange({ namespace: currentTarget.value })} />
      </label>
      <button type="button" aria-pressed={shared.b !== undefined} onClick={onCompare}>
        Compare
      </button>
      <button type="button" onClick={onShare}>
        Share
      </button>
    </header>
  );
}

export interface FindingsOptions {
  readonly check: CheckAnswer | undefined;
  readonly onChoose: (finding: ShownFinding) => void;
}

const plural = (count: number): string => `${count} finding${count === 1 ? '' : 's'}`;

export function Findings({ check, onChoose }: FindingsOptions) {
  const title = check === undefined ? 'Checking …' : (check.problem ?? plural(check.findings.length));
  return (
    <div class="findings">
      <h2>
        <span role="status">{title}</span>
      </h2>
      <ul>
        {check?.findings.map((finding, index) => (
          <li key={index} class={finding.severity}>
            <button type="button" onClick={() => onChoose(finding)}>
              <b>{finding.severity}</b> {finding.file}:{finding.line}:{finding.column}
            </button>
            <span>{finding.message}</span>
            {finding.suggestion && <span class="help">help: {finding.suggestion}</span>}
            <a href={`../rules/${finding.rule}.html`}>{finding.rule}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}
