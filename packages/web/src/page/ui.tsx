/** Small parts that every view uses. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { problemOf } from './api.js';
import { dismiss, notify } from './state.js';
import { Text } from './text.js';

/** A tag of one or two words. */
export function Tag({ kind, children, title }: { kind: string; children: ComponentChildren; title?: string }) {
  return (
    <span class="tag" data-kind={kind} {...(title !== undefined && { title })}>
      {children}
    </span>
  );
}

/** What is shown where a list has no entries. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}

/** The head of a view. The heading gets the focus when the view opens, so that people who hear the page know where they are. */
export function Head({ title, children, above }: { title: ComponentChildren; children?: ComponentChildren; above?: ComponentChildren }) {
  return (
    <header class="head">
      <div class="head-text">
        {above}
        <h1 id="view-heading" tabIndex={-1}>
          {title}
        </h1>
      </div>
      <div class="head-actions">{children}</div>
    </header>
  );
}

/** An action of the API behind a button. A failure is shown; the button is off while it runs. */
export function ActionButton({
  run,
  children,
  kind,
  label,
  isOff = false,
}: {
  run: () => Promise<string | undefined>;
  children: ComponentChildren;
  kind?: string;
  label?: string;
  isOff?: boolean;
}) {
  const [isBusy, setBusy] = useState(false);
  const act = async () => {
    setBusy(true);
    dismiss();
    try {
      const done = await run();
      if (done !== undefined) notify('done', done);
    } catch (error) {
      notify('problem', problemOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <button type="button" class={kind ?? ''} disabled={isBusy || isOff} onClick={act} {...(label !== undefined && { 'aria-label': label })}>
      {children}
    </button>
  );
}

/** Text to copy, with its button. */
export function Copy({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      setTimeout(() => setCopied(false), 2000);
    } catch {
      notify('problem', 'The browser does not let this page copy. Select the text and copy it by hand.');
    }
  };
  return (
    <button type="button" class="small" onClick={copy} aria-label={label}>
      {isCopied ? 'Copied' : 'Copy'}
    </button>
  );
}

/** A dialog. It opens when it is drawn and gets the focus; Escape and the button close it. */
export function Dialog({
  title,
  onClose,
  children,
  footer,
}: {
  title: ComponentChildren;
  onClose: () => void;
  children: ComponentChildren;
  footer?: ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const { current } = dialog;
    const before = document.activeElement;
    current?.showModal();
    return () => {
      current?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby="dialog-heading" onClose={onClose}>
      <header>
        <h2 id="dialog-heading">{title}</h2>
        <button type="button" class="quiet" aria-label="Close" onClick={onClose}>
          ✕
        </button>
      </header>
      <div class="dialog-body">{children}</div>
      {footer && <footer>{footer}</footer>}
    </dialog>
  );
}

/** Chooses one server, or all of them (an empty text). */
export function ServerSelect(given: { servers: readonly { readonly name: string }[]; value: string; onChoose: (name: string) => void }) {
  return (
    <label>
      <span class="unseen">Server</span>
      <select value={given.value} onChange={event => given.onChoose(event.currentTarget.value)}>
        <option value="">All servers</option>
        {given.servers.map(({ name }) => (
          <option key={name} value={name}>
            <Text>{name}</Text>
          </option>
        ))}
      </select>
    </label>
  );
}
