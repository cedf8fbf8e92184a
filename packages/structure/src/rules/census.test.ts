import { anyText, bool, list, opt, req, struct } from '../shape/shape.js';
import { type Answers, type Census, censusGaps } from './census.js';

const port = struct('a port', { name: opt(anyText, 'its name'), open: opt(bool, 'whether it is open') });
const service = struct('a service', { ports: req(list(port), 'its ports'), __proto__: req(port, 'x') });
const none: Answers = { inert: 'n', opens: 'n', breaks: 'n', conflicts: 'n' };

it('names the fields without a row, and the rows without a field', () => {
  const census: Census = { 'a port': { name: none, closed: none }, 'a ship': { crew: none } };
  expect(censusGaps([service], census)).toEqual({
    unanswered: ['a port.open', 'a service.ports'],
    stale: ['a port.closed', 'a ship.crew'],
  });
});

it('follows structures that contain themselves', () => {
  const tree = struct('a tree', { of: { need: 'optional', doc: 'branches', shape: { type: 'lazy', get: () => list(tree) } } });
  expect(censusGaps([tree], { 'a tree': { of: none } })).toEqual({ unanswered: [], stale: [] });
});
