/** github.com/Masterminds/goutils v1.1.1: functions on words. */
export { abbreviateFull, deleteWhiteSpace, initials, swapCase, uncapitalize, wrapCustom } from './goutils.js';
