import { entry, get, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { isContainerEngine } from '../formats/container-engine.js';
import { type IsolationSection, isolationKinds, isolationSections, modeOfSection } from './isolation-sections.js';
import { serversOf } from './mcp-servers-of.js';

/** Fields that only a container has. */
const ofContainers = ['image', 'extra_args', 'working_dir', 'log_driver', 'log_max_size', 'log_max_files', 'memory_limit', 'cpu_limit'];
const ofImages = ['registry', 'default_images'];
const folders = ['read_folders', 'write_folders', 'network_mode'];

export const isolationUnused: Rule = {
  id: 'isolation-unused',
  severity: 'warning',
  kinds: isolationKinds,
  why: 'A setting of isolation does nothing where the mode of the server has no such thing.',
  docs: {
    checks:
      'Limits, images and arguments of containers for servers in a sandbox, settings of isolation that is off, `enabled` that contradicts `mode`, limits of logs without a log driver, and commands that start a container themselves, for which no isolation holds.',
    seen: 'A sandbox of bubblewrap has no limit of memory or processors: `mcpgw` starts it without. `mode` counts if both are set.',
    fix: 'Remove the setting, or choose the mode that has it.',
    wrong: 'servers:\n  files:\n    command: file-server\n    isolation: {mode: sandbox, memory_limit: 256m}\n',
    correct: 'servers:\n  files:\n    command: file-server\n    isolation: {mode: docker, image: "files:1", memory_limit: 256m}\n',
  },
  check(context) {
    for (const section of isolationSections(context)) {
      const mode = modeOfSection(section);
      if (mode === 'sandbox') for (const key of ofContainers) tell(context, section, key, 'a sandbox has no such setting');
      if (mode === 'none' && !section.isForAll)
        for (const key of [...ofContainers, ...folders]) tell(context, section, key, 'the server is not isolated');
      if (mode === 'sandbox' && section.isForAll) for (const key of ofImages) tell(context, section, key, 'a sandbox has no image');
      checkBoth(context, section, mode);
      if (get(section.node, 'log_driver') === undefined && mode === 'docker')
        for (const key of ['log_max_size', 'log_max_files']) tell(context, section, key, 'without "log_driver" there is no log');
      if (mode !== 'none' && mode !== undefined) checkEngines(context, section, mode);
    }
  },
};

/** Commands that start containers themselves, below an isolation of their own or of all servers. */
function checkEngines(context: RuleContext, section: IsolationSection, mode: string): void {
  if (isContainerEngine(section.command ?? ''))
    context.report({
      at: section.node,
      path: section.path,
      severity: 'info',
      message: `the isolation has no effect: the command starts a container itself`,
      suggestion: 'remove it, or set "command" to the program inside the container',
    });
  for (const { node, path, name } of section.isForAll ? serversOf(context) : []) {
    const command = entry(node, 'command');
    if (command === undefined || !isContainerEngine(text(command.value) ?? '') || get(node, 'isolation') !== undefined) continue;
    context.report({
      at: command.value,
      path: [...path, 'command'],
      severity: 'info',
      message: `"${name ?? ''}" starts a container itself, so the isolation of all servers (${mode}) does not hold for it`,
      suggestion: 'write its limits as arguments of "run" (--network, --memory), or name the program and an image in "isolation"',
    });
  }
}

function checkBoth(context: RuleContext, section: IsolationSection, mode: string | undefined): void {
  const enabled = get(section.node, 'enabled');
  if (enabled?.kind !== 'scalar' || get(section.node, 'mode') === undefined || typeof enabled.value !== 'boolean') return;
  if (enabled.value !== (mode !== 'none')) tell(context, section, 'enabled', `"mode: ${mode}" counts`);
}

function tell(context: RuleContext, { node, path }: IsolationSection, key: string, because: string): void {
  const found = entry(node, key);
  if (found === undefined || (found.value.kind === 'scalar' && found.value.value === null)) return;
  context.report({
    at: found.keySpan,
    path: [...path, key],
    message: `"${key}" has no effect: ${because}`,
    suggestion: `remove "${key}"`,
  });
}
