/** Every field of a known kind that looks like a reference is in the table of references, or here with the reason why it is none. */
import { customKinds, monitoringKinds } from '@mcpgw/custom-resources';
import { servedKinds, typeOf } from '@mcpgw/kubernetes';
import type { Shape, StructShape } from '@mcpgw/structure';
import { referenceFields, selectorFields } from '../src/table/fields.js';
import { parseFields } from '../src/table/patterns.js';

const looksLikeReference =
  /(?:Ref|Refs|Name|Names|Selector|Selectors|Claim|Secret|Secrets|ClassName)$|^(?:selector|secret|configMap|service|subjects|resource|parameters|endpoints|scaleTargetRef)$/;

/** Why fields are no references to other objects, by reason. */
const excused: Readonly<Record<string, string>> = {
  'names part of the object itself': `ObjectMeta.generateName TemplateMeta.generateName ClaimMeta.generateName PodFailurePolicyOnExitCodes.containerName
    EphemeralContainer.targetContainerName ResourceFieldSelector.containerName FileKeySelector.volumeName EnvVarSource.fieldRef
    EnvVarSource.resourceFieldRef EnvVarSource.fileKeyRef DownwardAPIVolumeFile.fieldRef DownwardAPIVolumeFile.resourceFieldRef
    ContainerResizePolicy.resourceName Volume.secret VolumeSource.secret VolumeSource.persistentVolumeClaim Volume.persistentVolumeClaim
    ResourceQuotaSpec.scopeSelector ScopedResourceSelectorRequirement.scopeName MetricSpec.resource
    a_resource_reference.containerName a_file_reference.volumeName
    a_source_of_a_value.fieldRef a_source_of_a_value.fileKeyRef a_source_of_a_value.resourceFieldRef ResourceFieldSelector.resource
    a_resource_reference.resource`,
  'selects nodes, which are never given': `PodSpec.nodeSelector PodSpec.nodeName RuntimeScheduling.nodeSelector ResourceSliceSpec.nodeSelector
    ResourceSliceSpec.nodeName SliceDevice.nodeSelector SliceDevice.nodeName SliceEndpoint.nodeName EndpointAddress.nodeName
    VolumeAttachmentSpec.nodeName`,
  'a preference about other pods, which may be absent': `PodAffinityTerm.labelSelector PodAffinityTerm.namespaceSelector
    TopologySpreadConstraint.labelSelector`,
  'names something outside of the cluster': `GCEPersistentDiskVolumeSource.pdName ISCSIVolumeSource.initiatorName
    ISCSIPersistentVolumeSource.initiatorName FlockerVolumeSource.datasetName AzureFileVolumeSource.shareName
    AzureFilePersistentVolumeSource.shareName VsphereVolumeSource.storagePolicyName AzureDiskVolumeSource.diskName
    ScaleIOVolumeSource.volumeName ScaleIOPersistentVolumeSource.volumeName StorageOSVolumeSource.volumeName ServiceSpec.externalName
    WindowsSecurityContextOptions.gmsaCredentialSpecName WindowsSecurityContextOptions.runAsUserName GRPCAction.service
    AWS_credentials.serviceName Azure_settings.projectName Azure_settings.resourceName an_Azure_provider.projectName
    an_Azure_provider.resourceName an_Azure_OpenAI_provider.deploymentName a_role_to_assume.sessionName session_persistence.sessionName TLS_settings.serverName
    TLS_of_a_backend.verifySubjectAltNames the_validation_of_a_backend.subjectAltNames`,
  'names a driver, a controller or a scheduler': `PodSpec.schedulerName ClusterTrustBundleProjection.signerName
    PodCertificateProjection.signerName ClusterTrustBundleProjection.labelSelector CertificateSigningRequestSpec.signerName
    VolumeAttributesClass.driverName DeviceClassSpec.extendedResourceName the_spec_of_a_GatewayClass.controllerName`,
  'selects what the API server admits, at every moment': `Webhook.namespaceSelector Webhook.objectSelector MutatingWebhook.namespaceSelector
    MutatingWebhook.objectSelector MatchResources.namespaceSelector MatchResources.objectSelector ParamRef.selector
    NamedRuleWithOperations.resourceNames PolicyRule.resourceNames AggregationRule.clusterRoleSelectors MetricIdentifier.selector`,
  'written by controllers': `EndpointAddress.targetRef SliceEndpoint.targetRef IPAddressSpec.parentRef EndpointSlice.endpoints
    InlineVolumeSpec.claimRef InlineVolumeSpec.storageClassName InlineVolumeSpec.volumeAttributesClassName PodSpec.workloadRef`,
  'the claim is its own structure': `PodClaimSource.resourceClaimName PodClaimSource.resourceClaimTemplateName`,
  'selects volumes, which provisioners make': 'PersistentVolumeClaimSpec.selector',
  'a section of the object that the reference beside it names': `a_parent_reference.sectionName a_target.sectionName a_target_selector.sectionName`,
  'a setting, not a name': `CSIDriverSpec.serviceAccountTokenInSecrets JobSpec.manualSelector OpaqueDeviceConfiguration.parameters
    StorageClass.parameters VolumeAttributesClass.parameters a_ServiceMonitor.endpoints a_method_match.service
    the_spec_of_AgentgatewayParameters.service ParentReference.resource`,
  'names namespaces, which may exist without being given': 'a_choice_of_namespaces.matchNames',
  'a name of a limit or a label, not of an object': `a_PodMonitor.podTargetLabels a_ServiceMonitor.podTargetLabels`,
  'its parts are references': `OAuth_2_settings.clientSecret a_key_of_a_Secret_or_ConfigMap.secret a_key_of_a_Secret_or_ConfigMap.configMap
    TLS_settings.keySecret an_endpoint.bearerTokenSecret an_endpoint_of_pods.bearerTokenSecret RoleBinding.subjects ClusterRoleBinding.subjects
    RoleBinding.roleRef ClusterRoleBinding.roleRef PolicyRulesWithSubjects.subjects the_spec_of_a_ListenerSet.parentRef
    a_rule.backendRefs`,
};

function structs(): ReadonlyMap<string, readonly [struct: StructShape, field: string, shape: Shape][]> {
  const found = new Map<string, [StructShape, string, Shape][]>();
  const seen = new Set<Shape>();
  const visit = (shape: Shape): void => {
    if (seen.has(shape)) return;
    seen.add(shape);
    if (shape.type === 'struct')
      for (const [field, { shape: below }] of Object.entries(shape.fields)) {
        const name = `${shape.names?.[0] ?? shape.title}.${field}`;
        found.set(name, [...(found.get(name) ?? []), [shape, field, below]]);
        visit(below);
      }
    else if (shape.type === 'versioned') for (const each of shape.cases) visit(each.shape);
    else if (shape.type === 'union' || shape.type === 'select') for (const each of shape.of) visit(each);
    else if (shape.type === 'lazy') visit(shape.get());
    else if ('of' in shape) visit(shape.of);
  };
  for (const kind of [...customKinds, ...monitoringKinds]) visit(kind.spec);
  for (const kinds of servedKinds().values())
    for (const { type, kind } of kinds) if (kind !== 'CustomResourceDefinition') visit(typeOf(type));
  return found;
}

/** The names of the structure that a shape stands for, below lists and versions. */
function titles(shape: Shape): string[] {
  switch (shape.type) {
    case 'struct':
      return [...(shape.names ?? []), shape.title];
    case 'versioned':
      return shape.cases.flatMap(each => titles(each.shape));
    case 'lazy':
      return titles(shape.get());
    case 'list':
    case 'refined':
      return titles(shape.of);
    default:
      return [];
  }
}

const all = structs();
const table = parseFields(referenceFields);
const selectors = new Set(selectorFields.trim().split('\n'));
const excuses = new Set(Object.values(excused).flatMap(text => text.split(/\s+/).map(name => name.replaceAll('_', ' '))));
const namesOf = (struct: StructShape, field: string): string[] => [...(struct.names ?? []), struct.title].map(name => `${name}.${field}`);

it('every field that looks like a reference is in the table, or excused with a reason', () => {
  const missing = [...all].filter(([name, uses]) =>
    uses.some(([struct, field, shape]) => {
      const names = namesOf(struct, field);
      const isKnown =
        names.some(each => table.has(each) || selectors.has(each) || excuses.has(each)) || titles(shape).some(each => table.has(each));
      return looksLikeReference.test(name.slice(name.lastIndexOf('.') + 1)) && !isKnown;
    }),
  );
  expect(missing.map(([name]) => name).sort()).toEqual([]);
});

it('every line of the table is about a field or a structure that exists', () => {
  const known = new Set(
    [...all.values()].flatMap(uses => uses.flatMap(([struct, field, shape]) => [...namesOf(struct, field), ...titles(shape)])),
  );
  expect([...table.keys(), ...selectors].filter(name => !known.has(name))).toEqual([]);
});

it('every excuse is about a field that exists', () => {
  const known = new Set([...all.values()].flatMap(uses => uses.flatMap(([struct, field]) => namesOf(struct, field))));
  expect([...excuses].filter(name => name !== '' && !known.has(name))).toEqual([]);
});
