/** The settings of VitePress; tools/build-site.mjs puts the pages into .cache/site-pages. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const { commands, commit, version } = JSON.parse(readFileSync(new URL('../../.cache/site-menu.json', import.meta.url), 'utf8'));
const page = (text, link) => ({ text, link });

const start = {
  text: 'Start',
  items: [
    page('Choose your path', '/start/'),
    page('Platform engineer', '/start/platform-engineer'),
    page('User of the chart', '/start/chart-user'),
    page('User of the gateway', '/start/gateway-user'),
    page('Author of servers', '/start/server-author'),
    page('Troubleshooting', '/troubleshooting'),
    page('Comparison', '/comparison'),
  ],
};

const use = {
  text: 'Use',
  items: [
    page('The chart', '/chart'),
    page('Examples', '/examples'),
    page('Which Helm', '/helm-versions'),
    page('Upgrades', '/upgrades'),
    page('Editors', '/editors'),
    page('The gateway', '/serve'),
    page('The web page', '/page'),
    page('REST APIs as tools', '/rest'),
    page('Locked tools', '/tools'),
    page('Probe', '/probe'),
    page('Commands for a gateway', '/commands'),
    page('The kit', '/kit'),
    page('Tutorial: isolation', '/hands-on/mcp-isolation'),
  ],
};

const operate = {
  text: 'Operate',
  items: [
    page('Sizing', '/sizing'),
    page('Observability', '/observability'),
    page('Security', '/security'),
    page('Compatibility', '/compatibility'),
    page('Releases', '/releases'),
  ],
};

const reference = {
  text: 'Reference',
  items: [
    { text: 'Commands', link: '/command-line/', collapsed: true, items: commands.map(name => page(name, `/command-line/${name}`)) },
    page('Rules', '/rules'),
    page('Values of the chart', '/fields/chart-values'),
    page('Fields: proxy', '/fields/agentgateway'),
    page('Fields: custom resources', '/fields/custom-resources'),
    page('Fields: core objects', '/fields/kubernetes'),
    page('Fields: lists of servers', '/fields/mcp-servers'),
    page('Formats', '/formats/'),
    page('Errors', '/errors/'),
    page('Schemas', '/schemas'),
    page('Placeholders', '/placeholders'),
  ],
};

const project = {
  text: 'Project',
  collapsed: true,
  items: [
    page('Architecture', '/architecture'),
    page('One meaning', '/one-meaning'),
    page('Writing', '/style'),
    page('Contributing', '/about/contributing'),
    page('Changes', '/about/changelog'),
  ],
};

/** The anchor of a heading as GitHub makes it, so that a link works in both places. */
const slugify = text =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

/** A block that is indented, such as a diagram, scrolls like one in a fence. */
function indentedAsFenced(md) {
  md.renderer.rules.code_block = (tokens, index, ...rest) => {
    tokens[index].info = 'text';
    return md.renderer.rules.fence(tokens, index, ...rest);
  };
}

/** Vue reads two braces in a page as code of its own; they are text here. */
function plainBraces(md) {
  for (const rule of ['text', 'code_inline', 'fence']) {
    const usual = md.renderer.rules[rule];
    md.renderer.rules[rule] = (...args) => {
      const html = usual === undefined ? md.utils.escapeHtml(args[0][args[1]].content) : usual(...args);
      const withBraces = text => text.replaceAll('{{', '&#123;&#123;');
      return typeof html === 'string' ? withBraces(html) : html.then(withBraces);
    };
  }
}

/** Colors of code with enough contrast (WCAG 1.4.3). */
const themes = { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' };

function config(md) {
  plainBraces(md);
  indentedAsFenced(md);
}

/** A version is a folder below the place of the site. */
const base = `${process.env.MCPGW_SITE_BASE ?? '/'}${version === '' ? '' : `${version}/`}`;

export default {
  title: 'mcpgw',
  description: 'MCP servers on Kubernetes behind agentgateway: a chart, a command and libraries.',
  lang: 'en',
  base,
  srcDir: fileURLToPath(new URL('../../.cache/site-pages', import.meta.url)),
  cacheDir: fileURLToPath(new URL('../../.cache/vitepress', import.meta.url)),
  head: [['link', { rel: 'icon', href: `${base}icon.svg`, type: 'image/svg+xml' }]],
  // The playground is not a page of VitePress.
  ignoreDeadLinks: [/\/playground\//],
  markdown: { html: false, linkify: false, typographer: false, theme: themes, anchor: { slugify }, config },
  metaChunk: true,
  themeConfig: {
    logo: '/icon.svg',
    // For the menu of versions (theme/version-menu.mjs); empty for a build that is none.
    version,
    search: { provider: 'local', options: { detailedView: false } },
    outline: [2, 3],
    nav: [
      page('Start', '/start/'),
      page('Commands', '/command-line/'),
      page('Rules', '/rules'),
      page('Architecture', '/architecture'),
      { text: 'Playground', link: '/playground/index.html', target: '_self' },
    ],
    sidebar: [start, use, operate, reference, project],
    footer: { message: `Apache-2.0${commit === '' ? '' : `, built from ${commit}`}` },
  },
};
