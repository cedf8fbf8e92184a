import { at, get, type Rule } from '@mcpgw/structure';
import { isOn, isStatic, settingsOf, tell, textOf } from './value-at.js';

export const chartVersionMismatch: Rule = {
  id: 'chart-version-mismatch',
  severity: 'warning',
  kinds: ['values'],
  why: 'The configuration is written for one version and read by another, which ignores or refuses fields; an image whose tag moves is another program after the next restart.',
  docs: {
    checks: 'An image tag that is another version than `global.agentgateway.version`, tags that move, and digests that are none.',
    fix: 'Set one of `image.tag` and `global.agentgateway.version`, and name a version or a digest.',
    wrong: 'global: {agentgateway: {version: v1.1.0}}\nimage: {tag: v1.4.1}\n',
    correct: 'global: {agentgateway: {version: v1.4.1}}\nimage: {tag: v1.4.1}\n',
  },
  check(context) {
    const { root } = context;
    const bare = (version: string): string => /^v?([^@+-]*(?:-(?:alpha|beta|rc)[^@+-]*)?)/.exec(version)?.[1] ?? '';
    const [version, tag] = [textOf(get(settingsOf(root), 'version')), textOf(at(root, 'image', 'tag'))];
    if (isStatic(root) && version !== '' && /^v?\d+\.\d+(?:\.\d+)?(?:-(?:alpha|beta|rc)[\w.]*)?$/.test(tag) && bare(version) !== bare(tag))
      tell(
        context,
        ['image', 'tag'],
        `the configuration is written for ${version}, and the image is ${tag}`,
        'remove global.agentgateway.version, or write the same version',
      );
    for (const path of images(root)) {
      const [moving, digest] = [textOf(at(root, ...path, 'tag')), textOf(at(root, ...path, 'digest'))];
      if (digest === '' && /^(?:latest|main|master|edge|nightly|dev|develop|stable)$/i.test(moving))
        tell(context, [...path, 'tag'], `the tag "${moving}" moves: another program runs after a restart`, 'name a version, or a digest');
      if (/[:@]/.test(textOf(at(root, ...path, 'repository')).replace(/^[^/]*:\d+\//, '')))
        tell(
          context,
          [...path, 'repository'],
          'the repository contains a tag or digest, and another one is added',
          'write it as "tag" or "digest"',
        );
    }
  },
};

function images(root: Parameters<typeof isStatic>[0]): (string | number)[][] {
  const servers = get(root, 'mcpServers');
  const own = servers?.kind === 'list' ? servers.items.map((_, index) => ['mcpServers', index, 'image']) : [];
  return [
    ['image'],
    ...(isOn(at(root, 'gateway', 'enabled')) ? [['gateway', 'image']] : []),
    ['probe', 'image'],
    ['forwardProxy', 'image'],
    ...own,
  ];
}
