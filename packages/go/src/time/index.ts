/** Go's time: times, durations, layouts and zones. */
export { formatDuration, nanosecondsPerSecond, parseDuration, roundDuration } from './duration.js';
export { LocalLocation, Location, utc } from './location.js';
export { Duration, NamedInteger, parseInLocation, Time, unixTime, zeroTime } from './time.js';
export { loadLocation } from './zone-source.js';
