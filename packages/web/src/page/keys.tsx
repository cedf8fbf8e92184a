/** Keys of the page, and the help that lists them. */
import { useEffect, useState } from 'preact/hooks';
import { go } from './router.js';
import { Dialog } from './ui.js';

const stored = 'mcpgw-shortcuts';
const isOn = (): boolean => localStorage.getItem(stored) !== 'off';

const places: Readonly<Record<string, readonly [string, string]>> = {
  o: ['#/', 'Overview'],
  t: ['#/tools', 'Tools'],
  p: ['#/tools?status=pending_approval', 'Tools pending approval'],
  a: ['#/activity', 'Activity'],
  s: ['#/sessions', 'Sessions'],
  r: ['#/offers', 'Prompts and resources'],
  d: ['#/approvals', 'Approvals'],
  c: ['#/connect', 'Connect a client'],
};

/** Whether a key is for the element that has the focus. */
function isTaken(event: KeyboardEvent): boolean {
  const { target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true;
  return target instanceof HTMLElement && (target.matches('input, textarea, select') || target.closest('dialog') !== null);
}

/** Acts on keys; `onHelp` opens the help. A `g` waits for the key of a place. */
export function useKeys(onHelp: () => void): void {
  useEffect(() => {
    let isGoing = false;
    const listener = (event: KeyboardEvent) => {
      if (!isOn() || isTaken(event)) return;
      const { key } = event;
      const place = isGoing ? places[key] : undefined;
      isGoing = key === 'g' && !isGoing;
      if (place) go(place[0]);
      else if (key === '/') document.getElementById('search')?.focus();
      else if (key === '?') onHelp();
      else if (key === 'j' || key === 'k') dispatchEvent(new CustomEvent('page-step', { detail: key === 'j' ? 1 : -1 }));
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, [onHelp]);
}

/** The help of keys, with the switch that turns single keys off (WCAG 2.1.4). */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  const [isUsed, setUsed] = useState(isOn());
  const change = (used: boolean) => {
    localStorage.setItem(stored, used ? 'on' : 'off');
    setUsed(used);
  };
  const rows: readonly (readonly [readonly string[], string])[] = [
    [['/'], 'Search tools'],
    [['j'], 'Next row of the tools'],
    [['k'], 'Previous row of the tools'],
    [['Enter'], 'Open the row'],
    [['Esc'], 'Close the tool or the dialog'],
    ...Object.entries(places).map(([key, [, name]]) => [['g', key], name] as const),
    [['?'], 'This help'],
  ];
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl class="keys">
        {rows.map(([keys, text]) => (
          <div key={text}>
            <dt>
              {keys.map(key => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <label class="check">
        <input type="checkbox" id="shortcuts" checked={isUsed} onChange={event => change(event.currentTarget.checked)} /> Use single keys as
        shortcuts
      </label>
    </Dialog>
  );
}
