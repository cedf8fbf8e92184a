import { get, items, type Node, type Rule, type RuleContext, text } from '@mcpgw/structure';
import { type IsolationSection, isolationKinds, isolationSections, modeOfSection } from './isolation-sections.js';

/** Folders that hold the machine, its secrets, or what starts programs on it. */
const tooWide =
  /^(?:[A-Za-z]:)?[/\\]+(?:\.\.?[/\\]*)*$|^\/(?:etc|root|home|proc|sys|dev|boot|usr|bin|sbin|lib|var|run|var\/run|var\/lib)\/*$|docker\.sock$|podman\.sock$|containerd\.sock$/;
/** Arguments of `docker run` that end isolation, each with what it gives away. */
const openings: readonly (readonly [RegExp, string])[] = [
  [/^--privileged(?:=true)?$/, 'gives the container all rights of the machine'],
  [/^--cap-add(?:=|$)/, 'gives back rights that containers of mcpgw do not have'],
  [/^--(?:pid|ipc|userns|uts|cgroupns)=host$/, 'shares a namespace of the machine'],
  [/^--device(?:=|$)/, 'gives access to a device of the machine'],
  [/^(?:--security-opt=)?(?:seccomp|apparmor|label|systempaths)[=:](?:unconfined|disable)$/, 'turns off a protection of the kernel'],
  [/^--(?:network|net)=host$/, 'shares the network of the machine, and what listens on its loopback'],
];

export const isolationOpened: Rule = {
  id: 'isolation-opened',
  severity: 'warning',
  kinds: isolationKinds,
  why: 'A server that is isolated can reach what it was to be kept from.',
  docs: {
    checks:
      'Arguments of `docker run` that give back rights (`--privileged`, `--cap-add`, `--pid=host`), mounts of the whole machine or of the socket of a container engine, folders that are as wide, the network of the machine for a container, and servers that are exempt from the isolation of all others (info).',
    basedOn: 'The documentation of `docker run`. No program was run for this rule.',
    fix: 'Name the folders that the server needs, and leave the rest out.',
    wrong: 'servers:\n  files:\n    command: npx\n    args: [file-server]\n    isolation: {mode: docker, extra_args: [--privileged]}\n',
    correct: 'servers:\n  files:\n    command: npx\n    args: [file-server]\n    isolation: {mode: docker, read_folders: [/srv/data]}\n',
  },
  check(context) {
    const sections = isolationSections(context);
    const common = sections
      .filter(section => section.isForAll)
      .map(modeOfSection)
      .find(mode => mode !== undefined);
    const isOn = sections.some(section => section.isForAll && ['docker', 'sandbox'].includes(modeOfSection(section) ?? ''));
    for (const section of sections) {
      const mode = modeOfSection(section);
      if (mode === 'none' && !section.isForAll && isOn)
        context.report({
          at: section.node,
          path: section.path,
          chosen: true,
          message: 'the server is exempt from the isolation of all others: it runs with the rights of the gateway',
          suggestion: 'remove its "isolation" if that is not intended',
        });
      if (mode === 'none') continue;
      for (const key of ['read_folders', 'write_folders']) checkFolders(context, section, key);
      checkArguments(context, section);
      const network = get(section.node, 'network_mode');
      if (text(network) === 'host' && (mode ?? common) !== 'sandbox')
        tell(
          context,
          section,
          network!,
          ['network_mode'],
          'a container with the network of the machine reaches what listens on its loopback',
        );
    }
  },
};

function checkFolders(context: RuleContext, section: IsolationSection, key: string): void {
  for (const [index, item] of items(get(section.node, key)).entries()) {
    const folder = text(item) ?? '';
    if (tooWide.test(folder)) tell(context, section, item, [key, index], `"${folder}" holds files of the whole machine`);
  }
}

/** The path of this machine in a mount: `-v /a:/b`, `--volume=/a:/b`, `--mount type=bind,source=/a,target=/b`. */
function sourceOf(argument: string, flag: string): string | undefined {
  if (flag === '--mount')
    return argument
      .split(',')
      .find(part => /^(?:source|src)=/.test(part))
      ?.replace(/^[a-z]+=/, '');
  return argument.split(':')[0];
}

function checkArguments(context: RuleContext, section: IsolationSection): void {
  const list = items(get(section.node, 'extra_args'));
  for (const [index, item] of list.entries()) {
    const argument = text(item) ?? '';
    const joined = `${argument}=${text(list[index + 1]) ?? ''}`;
    const opening = openings.find(
      ([pattern]) =>
        pattern.test(argument) || (/^--(?:pid|ipc|userns|uts|cgroupns|network|net|security-opt)$/.test(argument) && pattern.test(joined)),
    );
    if (opening !== undefined) tell(context, section, item, ['extra_args', index], `"${argument}" ${opening[1]}`);
    const mount = /^(-v|--volume|--mount)(?:=(.*))?$/s.exec(argument);
    const source = mount && sourceOf(mount[2] ?? text(list[index + 1]) ?? '', mount[1]!);
    if (source && tooWide.test(source))
      tell(context, section, item, ['extra_args', index], `"${argument}" mounts "${source}" of this machine`);
  }
}

function tell(context: RuleContext, { path }: IsolationSection, node: Node, more: readonly (string | number)[], message: string): void {
  context.report({ at: node, path: [...path, ...more], message, suggestion: 'name only what the server needs' });
}
