/** `mcpgw.config.yaml`: rules that are off or have another severity, each with a reason. */
import { type Finding, nearest, type Severity } from '@mcpgw/diagnostics';
import {
  anyText,
  checkShape,
  def,
  duplicateKeys,
  entries,
  get,
  items,
  jsonFindings,
  list,
  map,
  type Node,
  oneOf,
  opt,
  parseYaml,
  type ReadYaml,
  req,
  string,
  struct,
  text as textOf,
  withoutEnd,
  withoutRepeats,
} from '@mcpgw/structure';

const version = string('a version', value =>
  /^v?\d+\.\d+(?:\.\d+)?(?:-[\w.]+)?$/.test(value)
    ? undefined
    : { message: `"${value}" is not a version`, suggestion: 'write a version, such as "1.4.1"' },
);

const kindName = string('a kind', value =>
  /^(?:(?:[a-z0-9.-]+\/)?[a-z0-9]+\/)?[A-Z][A-Za-z0-9]*$/.test(value)
    ? undefined
    : { message: `"${value}" is not a kind`, suggestion: 'write Kind or group/version/Kind, such as "cert-manager.io/v1/Certificate"' },
);

const webAddress = string(
  'a web address',
  value =>
    /^https?:\/\/[^\s/]+/.test(value)
      ? undefined
      : { message: `"${value}" is not a web address`, suggestion: 'write it with its scheme, such as "https://docs.example.com/mcpgw"' },
  { pattern: '^https?://[^\\s/]+' },
);

/** The shape of the file. */
export const settingsShape = struct('mcpgw.config.yaml', {
  $schema: opt(anyText, 'Schema for editors'),
  gatewayVersion: opt(version, 'Version of agentgateway that will read the configuration', { example: '1.4.1' }),
  kubeVersion: opt(version, 'Version of Kubernetes that will take the manifests', { example: '1.34' }),
  docsUrl: opt(webAddress, 'Address of a copy of the folder docs/ of mcpgw; findings then link to the pages of their rules there', {
    example: 'https://docs.example.com/mcpgw',
  }),
  crds: def(list(anyText), 'Folders and files of CustomResourceDefinitions whose kinds are checked', { example: ['crds'] }),
  skip: def(list(kindName), 'Kinds of objects that are not checked: Kind or group/version/Kind', {
    example: ['cert-manager.io/v1/Certificate'],
  }),
  rules: def(
    map(
      struct('a setting of a rule', {
        severity: req(oneOf('off', 'info', 'warning', 'error'), 'what the rule weighs'),
        reason: req(anyText, 'why'),
      }),
      { unique: true },
    ),
    'Rules by id',
  ),
});

export interface RuleSetting {
  readonly severity: Severity | 'off';
  readonly reason: string;
  readonly finding: Pick<Finding, 'file' | 'span'>;
}

/** The content of `mcpgw.config.yaml`. */
export interface Settings {
  readonly gatewayVersion?: string;
  readonly kubeVersion?: string;
  /** Address of a copy of the documentation, without a slash at the end. */
  readonly docsUrl?: string;
  readonly crds: readonly string[];
  readonly skip: readonly string[];
  readonly rules: ReadonlyMap<string, RuleSetting>;
  readonly findings: readonly Finding[];
}

/** Reads the settings. Errors in them are findings. */
export function readSettings(source: string, file: string, knownRules: readonly string[], readYaml: ReadYaml = parseYaml): Settings {
  const parsed = readYaml(source, { file, dialect: 'core' });
  const [root] = parsed.documents;
  if (root === undefined) return { rules: new Map(), crds: [], skip: [], findings: parsed.findings };
  const more = parsed.documents[1];
  const findings = withoutRepeats([
    ...jsonFindings(source, file, 'serve'),
    ...(more === undefined ? [] : [severalDocuments(file, more)]),
    ...checkShape(root, settingsShape, { file, version: '0.0.0', reader: 'mcpgw' }),
    ...duplicateKeys(root, file),
  ]);
  const rules = new Map<string, RuleSetting>();
  for (const { key, keySpan, value } of entries(get(root, 'rules'))) {
    const severity = textOf(get(value, 'severity'));
    const reason = (textOf(get(value, 'reason')) ?? '').trim();
    const place = { file, span: keySpan };
    if (!knownRules.includes(key))
      findings.push({
        ...place,
        rule: 'unknown-rule',
        severity: 'error',
        message: `there is no rule "${key}"`,
        suggestion: ruleAdvice(key, knownRules),
      });
    if (reason === '')
      findings.push({
        ...place,
        rule: 'reasonless-suppression',
        severity: 'warning',
        message: `"${key}" is set without a reason`,
        suggestion: 'add "reason", such as "reason: accepted until the next release"',
      });
    if (!knownRules.includes(key)) continue;
    if (severity === 'off' || severity === 'info' || severity === 'warning' || severity === 'error')
      rules.set(key, { severity, reason, finding: place });
  }
  const [gatewayVersion, kubeVersion, docsUrl] = ['gatewayVersion', 'kubeVersion', 'docsUrl'].map(key => textOf(get(root, key)));
  return {
    rules,
    crds: textsOf(root, 'crds'),
    skip: textsOf(root, 'skip'),
    findings,
    ...(gatewayVersion === undefined ? {} : { gatewayVersion }),
    ...(kubeVersion === undefined ? {} : { kubeVersion }),
    ...(docsUrl === undefined || !/^https?:/.test(docsUrl) ? {} : { docsUrl: withoutEnd(docsUrl, '/') }),
  };
}

const severalDocuments = (file: string, { span }: Node): Finding => ({
  rule: 'document-count',
  severity: 'error',
  message: 'settings are one document; what follows it is not read',
  file,
  span: { start: span.start, end: span.start + 1 },
  suggestion: 'put everything into the first document',
});

const textsOf = (root: Node, key: string): string[] => items(get(root, key)).flatMap(item => textOf(item) ?? []);

function ruleAdvice(key: string, knownRules: readonly string[]): string {
  const near = nearest(key, knownRules);
  return near === undefined ? 'mcpgw rules lists the rules' : `did you mean "${near}"?`;
}

/** The address of a page of the documentation: where the settings say that it is published, or its path below the project's folder. */
export const pageAddress = (docs: string, { docsUrl }: Pick<Settings, 'docsUrl'>): string =>
  docsUrl === undefined ? docs : docs.replace(/^docs(?=\/)/, docsUrl);

/** Applies the settings to findings, and reports settings that turn off nothing. */
export function applySettings(findings: readonly Finding[], settings: Settings): Finding[] {
  const used = new Set<string>();
  const linked = ({ docs, ...finding }: Finding): Finding =>
    docs === undefined ? finding : { ...finding, docs: pageAddress(docs, settings) };
  const kept = findings.flatMap(finding => {
    const setting = settings.rules.get(finding.rule);
    if (setting === undefined) return [linked(finding)];
    used.add(finding.rule);
    return setting.severity === 'off' ? [] : [{ ...linked(finding), severity: setting.severity }];
  });
  for (const [rule, { severity, finding }] of settings.rules) {
    if (severity !== 'off' || used.has(rule)) continue;
    kept.push({
      ...finding,
      rule: 'stale-suppression',
      severity: 'warning',
      message: `"${rule}" is turned off, and finds nothing`,
      suggestion: 'remove the entry',
    });
  }
  return kept;
}
