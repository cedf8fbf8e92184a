/** Puts the pages of the site into one folder: docs/, the pages beside it that docs/ links to, and those written from the code. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { commandPages, errorPages, formatPages } from './generated.mjs';

/** Pages of the repository outside docs/, by their place in the site. */
const others = {
  'README.md': 'about.md',
  'SECURITY.md': 'about/security.md',
  'CONTRIBUTING.md': 'about/contributing.md',
  'AGENTS.md': 'about/working-on-mcpgw.md',
  'CHANGELOG.md': 'about/changelog.md',
  'charts/mcp-gateway/README.md': 'chart.md',
  'examples/README.md': 'examples.md',
  'packages/kit/README.md': 'about/kit.md',
};

/** Where a file of the repository is in the site; undefined if it is not there. */
function placeOf(file) {
  if (Object.hasOwn(others, file)) return others[file];
  return file.startsWith('docs/') && /\.(?:md|webp|svg|png)$/.test(file) ? file.slice('docs/'.length) : undefined;
}

/** The marks at the beginning and the end of a fenced block. */
const fence = /^\s*(`{3,}|~{3,})/;

const link = /(!?)\[((?:[^\]`]|`[^`]*`)*)\]\(([^)\s#]+)?(#[^)\s]*)?\)/g;

/** A page for the site: links lead to pages of the site, and links to other files of the repository become their path. */
function rewritten(text, file, root) {
  const here = placeOf(file);
  const target = (whole, image, label, path, anchor = '') => {
    if (path === undefined || /^[a-z][a-z0-9+.-]*:/.test(path)) return whole;
    const wanted = posix.normalize(posix.join(posix.dirname(file), path)).replace(/\/$/, '');
    const isFolder = existsSync(join(root, wanted)) && statSync(join(root, wanted)).isDirectory();
    const place = placeOf(isFolder && existsSync(join(root, wanted, 'README.md')) ? `${wanted}/README.md` : wanted);
    if (place === undefined) return `${label} (\`${wanted}\`)`;
    const from = posix.relative(posix.dirname(here), place);
    return `${image}[${label}](${from.startsWith('.') ? from : `./${from}`}${anchor})`;
  };
  const lines = text.split('\n');
  // A link may hold code, so whole lines outside fences are searched.
  let open = '';
  const linked = lines.map(line => {
    const mark = fence.exec(line)?.[1];
    if (open !== '') {
      if (mark?.startsWith(open) && line.trim() === mark) open = '';
      return line;
    }
    if (mark !== undefined) {
      open = mark;
      return line;
    }
    return line.replace(link, target);
  });
  return linked.join('\n').replace(/^<!--.*-->\n/, '');
}

/** All files below a folder, relative to it. */
const filesIn = folder =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)))
    .sort();

/** Writes the pages into a folder. Returns the commands and the rules for the menu. */
export async function stagePages(root, folder) {
  rmSync(folder, { recursive: true, force: true });
  const write = (place, data) => {
    mkdirSync(dirname(join(folder, place)), { recursive: true });
    writeFileSync(join(folder, place), data);
  };
  const docs = filesIn(join(root, 'docs')).map(name => `docs/${name}`);
  for (const file of [...docs, ...Object.keys(others)]) {
    const place = placeOf(file);
    if (place === undefined) continue;
    if (file.endsWith('.md')) write(place, rewritten(readFileSync(join(root, file), 'utf8'), file, root));
    else {
      mkdirSync(dirname(join(folder, place)), { recursive: true });
      cpSync(join(root, file), join(folder, place));
    }
  }
  const { pages, commands } = commandPages(root);
  for (const [place, text] of [...pages, ...formatPages(root), ...(await errorPages(root))]) write(place, text);
  write('public/icon.svg', readFileSync(join(root, 'site/playground/icon.svg')));
  return { commands };
}
