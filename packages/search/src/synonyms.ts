/**
 * Words that stand for each other in questions about tools, and words that say nothing about a tool. People ask in other words than
 * those of a description: "make a folder" for `create_directory`.
 */
import { stem } from './stem.js';

/** One group a line; a word may be in several. */
const groups = `
  create add make new insert generate build compose start open
  draft prepare compose
  write create compose author
  insert write append
  delete remove drop erase destroy clear forget discard trash purge
  update edit change modify set alter adjust replace revise
  list show view get see display fetch retrieve read browse
  search find look query lookup locate discover seek
  send post write tell notify message share announce
  run execute launch trigger start invoke
  stop end cancel terminate halt kill abort quit close
  pause suspend stop
  save store keep put stash
  remember memory memorize store add
  move transition transfer relocate
  rename move
  copy duplicate fork clone
  merge land combine
  propose suggest recommend
  propose create open
  review approve inspect
  retry rerun again repeat
  reply respond answer
  schedule plan book arrange
  schedule create
  reschedule postpone update change move
  scale increase decrease raise lower grow replica
  deploy publish release ship apply
  press click tap push
  type enter input fill
  capture take screenshot snapshot
  silence mute suppress
  acknowledge ack
  resolve close fix mark
  complete done finish mark check tick
  log record track
  track worklog spend
  bill charge invoice pay
  refund reimburse return
  unsubscribe cancel
  convert translate
  draw paint generate
  speech speak voice talk say aloud loud
  transcribe transcript transcription
  remind reminder todo task
  leak expose
  credential password secret token
  vulnerability vulnerable cve
  package dependency library module
  ci workflow pipeline job
  job build
  pr pull
  mr merge
  near nearby close
  available free busy
  error exception crash failure bug
  issue ticket bug
  slow performance time
  row record entry
  column field attribute property
  document doc file page
  ttl expire expiration
  email mail
  picture image photo screenshot
  folder directory
  repository repo
  person user member people
  author who blame write
  colleague member user
  page website site web webpage url
  internet web online
  meeting event appointment
  agenda calendar event
  cost price spend expense
  song music track
  text sms
  database db
  kubernetes cluster k8s
  lead contact prospect
  deal opportunity
  stock inventory
  item product
  light lamp device
  phone call dial
  size big large
  customer client buyer
  route direction way
  explain describe why
  output log trace
  chat channel
  latest recent newest last
  history past log
  alert alarm page
  shell command
  account profile
  money payment
  discount coupon percent
  count number many amount total
  pattern glob wildcard match prefix suffix begin start end
  begin start
  remind add create
  route direction way travel
  author who
  unstaged uncommitted
`;

/** Words of sentences that name neither what is done nor to what. */
const empty = `
  a an and are as at be been but by can could did do does for from had has have
  he her his how i if in into is it its me my of on or our please she should
  so some than that the their them then there these they this those to us was we were what which
  why will with would you your am any all s t about up out not without lets let want need
  like just also
`;

const stemsIn = (text: string): string[] => (text.match(/\S+/g) ?? []).map(stem);

function byStem(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  for (const line of groups.split('\n')) {
    const group = stemsIn(line);
    for (const word of group) {
      const others = found.get(word) ?? new Set();
      for (const other of group) if (other !== word) others.add(other);
      found.set(word, others);
    }
  }
  return new Map([...found].map(([word, others]) => [word, [...others].sort()]));
}

const synonyms = byStem();
const emptyStems: ReadonlySet<string> = new Set(stemsIn(empty));

/** The stems that stand for the same as a stem, in code-unit order. */
export function synonymsOf(word: string): readonly string[] {
  return synonyms.get(word) ?? [];
}

/** Whether a stem says nothing about a tool. */
export function isEmptyWord(word: string): boolean {
  return emptyStems.has(word);
}
