/** The files of the page, as they are in `page/`. The build puts their text into the bundle. */
import api from './page/api.mjs' with { type: 'text' };
import details from './page/details.mjs' with { type: 'text' };
import dialog from './page/dialog.mjs' with { type: 'text' };
import diff from './page/diff.mjs' with { type: 'text' };
import dom from './page/dom.mjs' with { type: 'text' };
import icon from './page/icon.svg' with { type: 'text' };
import html from './page/index.html' with { type: 'text' };
import main from './page/main.mjs' with { type: 'text' };
import rows from './page/rows.mjs' with { type: 'text' };
import style from './page/style.css' with { type: 'text' };

export interface Asset {
  readonly type: string;
  readonly body: Buffer;
}

const script = 'text/javascript; charset=utf-8';

function asset(type: string, text: string): Asset {
  return { type, body: Buffer.from(text) };
}

/** By path below the page's own; the empty path is the page. */
export const assets: ReadonlyMap<string, Asset> = new Map([
  ['', asset('text/html; charset=utf-8', html)],
  ['style.css', asset('text/css; charset=utf-8', style)],
  ['icon.svg', asset('image/svg+xml; charset=utf-8', icon)],
  ['main.mjs', asset(script, main)],
  ['api.mjs', asset(script, api)],
  ['details.mjs', asset(script, details)],
  ['dialog.mjs', asset(script, dialog)],
  ['diff.mjs', asset(script, diff)],
  ['dom.mjs', asset(script, dom)],
  ['rows.mjs', asset(script, rows)],
]);
