import { stem } from './stem.js';

it.each<[string, readonly string[]]>([
  ['creat', ['create', 'creates', 'created', 'creating', 'creation']],
  ['run', ['run', 'runs', 'running']],
  ['deploi', ['deploy', 'deploys', 'deployed', 'deployment', 'deployments']],
  ['approv', ['approve', 'approved', 'approval']],
  ['queri', ['query', 'queries', 'querying']],
  ['locat', ['locate', 'location', 'locations']],
  ['status', ['status']],
  ['process', ['process', 'processes', 'processing']],
  ['analysis', ['analysis']],
])('%s is the stem of %j', (expected, forms) => {
  for (const form of forms) expect(`${form} ${stem(form)}`).toBe(`${form} ${expected}`);
});

it.each(['bed', 'ing', 'feed', 'x', 'ids3', 'создать', ''])('%j is its own stem', word => {
  expect(stem(word)).toBe(word);
});

it.each(['a', 's', 'e', 'ation', 'ing'])('a long run of %j ends', unit => {
  expect(stem(unit.repeat(100_000)).length).toBeGreaterThan(0);
});
