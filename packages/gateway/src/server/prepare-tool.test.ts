import fc from 'fast-check';
import { seed } from '../../../../test/helpers/seed.js';
import { tool } from '../discovery/fixtures.js';
import { listedText, prepareTool } from './prepare-tool.js';

it('a listed tool is the tool under another name, whatever its members are called', () => {
  const more = fc.dictionary(
    fc.oneof(fc.string(), fc.constantFrom('__proto__', 'toJSON', 'constructor', 'title', '_meta')),
    fc.jsonValue(),
  );
  fc.assert(
    fc.property(fc.string(), fc.string(), more, fc.boolean(), (name, shown, members, isPrepared) => {
      const { name: _, ...rest } = members;
      const listed = { ...tool('x', 'Does it'), ...rest, name };
      if (isPrepared && typeof listed.description === 'string' && listed.title === undefined) prepareTool(listed);
      expect(JSON.parse(listedText(listed, shown))).toEqual(JSON.parse(JSON.stringify({ ...listed, name: shown })));
    }),
    { seed },
  );
});
