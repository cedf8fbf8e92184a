/** The record of activity: recorder → chain → store → list, follow, verify. */
export { parseLine } from './chain.js';
export { fileActivityStore } from './file-store.js';
export { memoryActivityStore } from './memory-store.js';
export { type ActivityFilter, type ActivityPage, type FollowOptions, followActivity, isMeant, listActivity } from './query.js';
export {
  type ActivityRecord,
  type CallMethod,
  type CallOutcomeName,
  type CallRecord,
  callMethods,
  type EventName,
  type EventRecord,
  eventNames,
  outcomes,
  type RecordMark,
} from './record.js';
export { type CallContents, Recorder, type RecorderFault, type RecorderOptions, type RecorderStatus, type Redact } from './recorder.js';
export { isPattern, type RedactRules, redactor } from './redact.js';
export { redisActivityStore } from './redis-store.js';
export { type ActivityReader, type ActivityStore, CursorError, type CursorLine, type KeepLimits } from './store.js';
export { type ChainBreak, type ChainProblem, type ChainReport, chainProblems, type Verification, verifyActivity } from './verify.js';
