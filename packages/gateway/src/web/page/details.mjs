/** What the dialog shows of a tool: its texts, or what changed since they were approved. */
import { diff, lines, words } from './diff.mjs';
import { element, visible } from './dom.mjs';

const tags = /** @type {const} */ ({ same: 'span', gone: 'del', new: 'ins' });

/** @param {string} before @param {string} after */
function wordDiff(before, after) {
  const changes = diff(words(before), words(after));
  return element('p', { className: 'prose' }, ...changes.map(({ kind, parts }) => element(tags[kind], {}, ...visible(parts.join('')))));
}

const signs = { same: '  ', gone: '− ', new: '+ ' };

/** @param {string} before @param {string} after */
function lineDiff(before, after) {
  const rows = diff(lines(before), lines(after)).flatMap(({ kind, parts }) =>
    parts.map(line => element(tags[kind], { className: 'line' }, signs[kind], ...visible(line))),
  );
  return element('pre', {}, ...rows);
}

/** @param {string} title @param {string} now @param {string | undefined} before @param {boolean} isSchema */
function block(title, now, before, isSchema) {
  const heading = element('h3', {}, title);
  if (now === '' && !before) return [heading, element('p', { className: 'none' }, 'none')];
  if (before !== undefined && before !== now) {
    heading.append(' ', element('span', { className: 'badge', dataset: { status: 'changed' } }, 'changed'));
    return [heading, isSchema ? lineDiff(before, now) : wordDiff(before, now)];
  }
  return [heading, isSchema ? element('pre', {}, ...visible(now)) : element('p', { className: 'prose' }, ...visible(now))];
}

/** All else that clients get of the tool. @param {any} tool @returns {Node[]} */
function restNodes({ rest, approved, approvedIsWhole }) {
  const before = approvedIsWhole ? approved?.rest : undefined;
  if (!rest && !before) return [];
  const unknown = approved && !approvedIsWhole;
  const note = unknown ? [element('p', { className: 'note' }, 'Whether this is what had been approved is not on record.')] : [];
  return [...block('Title, annotations and all else', rest, before, true), ...note];
}

/** @param {any} tool the API's `ToolDetail` @returns {Node[]} */
export function detailNodes(tool) {
  const notes = [];
  if (tool.caution) notes.push(element('p', { className: 'note problem' }, `Caution: ${tool.caution}.`));
  if (tool.changed && !tool.approved)
    notes.push(
      element(
        'p',
        { className: 'note' },
        'Changed since it was approved. What had been approved is not on record, so judge it as if it were new.',
      ),
    );
  else if (tool.status === 'pending_approval' && !tool.approved)
    notes.push(element('p', { className: 'note' }, 'New: nobody has approved it yet.'));
  else if (tool.remedy && !tool.approved) notes.push(element('p', { className: 'note' }, tool.remedy));
  if (tool.approved) {
    notes.push(
      element(
        'p',
        { className: 'note' },
        'Changed since it was approved. ',
        element('del', {}, 'Struck'),
        ' is gone, ',
        element('ins', {}, 'underlined'),
        ' is new.',
      ),
    );
  }
  if (tool.truncated) {
    notes.push(
      element(
        'p',
        { className: 'note problem' },
        'Too large to be shown whole, so it cannot be approved here: mcpgw tools approve does it.',
      ),
    );
  }
  if (tool.hints.length > 0) notes.push(element('p', { className: 'note' }, `Its server says that it ${tool.hints.join(', ')}.`));
  const before = tool.approved;
  return [
    ...notes,
    ...block('Description', tool.description, before?.description, false),
    ...block('Input', tool.inputSchema, before?.inputSchema, true),
    ...(tool.outputSchema || before?.outputSchema ? block('Output', tool.outputSchema, before?.outputSchema, true) : []),
    ...restNodes(tool),
  ];
}
