/** Charts made for the benchmarks, in a temporary folder. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

function write(root, files) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

const chartYaml = name => `apiVersion: v2\nname: ${name}\nversion: 0.1.0\n`;

const property = (level, i) => {
  const indent = '  '.repeat(level);
  const description = `Field ${i} of this level. It is optional, and its value is one of those that the controller knows; others are refused.`;
  if (level > 11) return `${indent}field${i}:\n${indent}  description: ${description}\n${indent}  type: string\n`;
  const nested = Array.from({ length: 3 }, (_, k) => property(level + 2, k)).join('');
  return `${indent}field${i}:\n${indent}  description: ${description}\n${indent}  type: object\n${indent}  properties:\n${nested}`;
};

/** A chart of CustomResourceDefinitions, about `megabytes` long when rendered. */
export function crdChart(root, megabytes) {
  const schema = Array.from({ length: 4 }, (_, i) => property(6, i)).join('');
  const crd = i => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: things${i}.bench.example.com
  labels:
    app.kubernetes.io/name: {{ .Chart.Name }}
spec:
  group: bench.example.com
  names: { kind: Thing${i}, plural: things${i} }
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
${schema}`;
  const count = Math.max(1, Math.round((megabytes * 1e6) / crd(0).length));
  return write(root, {
    'Chart.yaml': chartYaml('crds'),
    ...Object.fromEntries(Array.from({ length: count }, (_, i) => [`templates/crd${i}.yaml`, crd(i)])),
  });
}

const configMap = i => `apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ include "many.name" . }}-${i}
  labels: {{- include "many.labels" . | nindent 4 }}
data:
  text: {{ tpl .Values.text . | quote }}
  {{- range $key, $value := .Values.map }}
  {{ $key }}: {{ $value | quote }}
  {{- end }}
`;

/** `templates` ConfigMaps, each with \`include\`, \`tpl\` and a loop over \`values\` entries. */
export function manyTemplates(root, templates, values) {
  return write(root, {
    'Chart.yaml': chartYaml('many'),
    'values.yaml': `text: "{{ .Release.Name }} in {{ .Release.Namespace }}"\nmap:\n${Array.from({ length: values }, (_, i) => `  key${i}: value ${i}\n`).join('')}`,
    'templates/_helpers.tpl': `{{- define "many.name" -}}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{- end -}}
{{- define "many.labels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ include "many.name" . }}
{{- end -}}`,
    ...Object.fromEntries(Array.from({ length: templates }, (_, i) => [`templates/cm${i}.yaml`, configMap(i)])),
  });
}
