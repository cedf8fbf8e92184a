/**
 * Lua scripts, each one step for all replicas. A stream is a Redis stream of its events (KEYS[1]) and a hash (KEYS[2]) with `floor`, `last`,
 * `done`, `owner` (the replica that runs the request), `holder` (`replica/token` of who reads it), `left` (when the last reader left).
 */

/** The place of an event that is added and removed at once: later events come after it. */
const mark = `
local function mark(events)
  local place = redis.call('XADD', events, '*', 'm', '')
  redis.call('XDEL', events, place)
  return place
end
local function now()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
local function replica(holder) return string.match(holder, '^[^/]*') end`;

/** ARGV: reader, milliseconds, whether to make it (1), owner, start of the names of inboxes, message for the reader before. */
export const attachScript = `${mark}
local known = redis.call('HMGET', KEYS[2], 'floor', 'last', 'done', 'owner', 'holder')
if not known[1] then
  if ARGV[3] == '0' then return false end
  local place = mark(KEYS[1])
  known = {place, place, false, ARGV[4], false}
  redis.call('HSET', KEYS[2], 'floor', place, 'last', place, 'owner', ARGV[4])
end
if known[5] and known[5] ~= ARGV[1] then redis.call('PUBLISH', ARGV[5] .. replica(known[5]), ARGV[6] .. known[5]) end
redis.call('HSET', KEYS[2], 'holder', ARGV[1])
redis.call('HDEL', KEYS[2], 'left')
redis.call('PEXPIRE', KEYS[1], ARGV[2])
redis.call('PEXPIRE', KEYS[2], ARGV[2])
return {known[1], known[2], known[3] or '', known[4]}`;

/** ARGV: reader. */
export const detachScript = `${mark}
if redis.call('HGET', KEYS[2], 'holder') ~= ARGV[1] then return 0 end
redis.call('HDEL', KEYS[2], 'holder')
redis.call('HSET', KEYS[2], 'left', now())
return 1`;

/**
 * ARGV: replica, writer, batch, milliseconds, events, bytes, flags (f: final, g: gap, r: needs a reader, c: forced claim), start of the names
 * of leases, start of those of inboxes, message for the reader, claim, its milliseconds; then the messages.
 */
export const appendScript = `${mark}
local known = redis.call('HMGET', KEYS[2], 'floor', 'done', 'holder', 'left', 'batch:' .. ARGV[2], 'added:' .. ARGV[2], 'last', 'bytes')
if not known[1] then return {'missing'} end
if known[5] == ARGV[3] then return cjson.decode(known[6]) end
if known[2] then return {'ended'} end
local flags, keep, time = ARGV[7], tonumber(ARGV[4]), now()
local holder, left = known[3], known[4]
if holder and redis.call('EXISTS', ARGV[8] .. replica(holder)) == 0 then
  holder, left = false, time
  redis.call('HDEL', KEYS[2], 'holder')
  redis.call('HSET', KEYS[2], 'left', time)
end
if string.find(flags, 'r') and not holder and time - tonumber(left or 0) > keep then return {'missing'} end
if ARGV[11] ~= '' then
  local name = KEYS[2] .. ':claim:' .. ARGV[11]
  local by = redis.call('GET', name)
  if by and by ~= ARGV[1] and not string.find(flags, 'c') and redis.call('EXISTS', ARGV[8] .. by) == 1 then return {'claimed'} end
  redis.call('SET', name, ARGV[1], 'PX', ARGV[12])
end
local floor, bytes = known[1], tonumber(known[8] or 0)
if string.find(flags, 'g') then
  redis.call('DEL', KEYS[1])
  floor, bytes = mark(KEYS[1]), 0
end
local added = {'appended', known[7]}
for at = 13, #ARGV do
  added[#added + 1] = redis.call('XADD', KEYS[1], '*', 'm', ARGV[at])
  bytes = bytes + #ARGV[at]
end
local oldest = time - keep
while true do
  local first = redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', 1)[1]
  if not first then break end
  local age = tonumber(string.match(first[1], '^%d+'))
  if redis.call('XLEN', KEYS[1]) <= tonumber(ARGV[5]) and bytes <= tonumber(ARGV[6]) and age >= oldest then break end
  redis.call('XDEL', KEYS[1], first[1])
  floor, bytes = first[1], bytes - #first[2][2]
end
redis.call('HSET', KEYS[2], 'floor', floor, 'last', added[#added], 'bytes', bytes,
  'batch:' .. ARGV[2], ARGV[3], 'added:' .. ARGV[2], cjson.encode(added))
if string.find(flags, 'f') then redis.call('HSET', KEYS[2], 'done', '1') end
redis.call('PEXPIRE', KEYS[1], keep)
redis.call('PEXPIRE', KEYS[2], keep)
if holder and replica(holder) ~= ARGV[1] then redis.call('PUBLISH', ARGV[9] .. replica(holder), ARGV[10]) end
return added`;

/** ARGV: the first place to read, the number of events. */
export const readScript = `
local known = redis.call('HMGET', KEYS[2], 'floor', 'last', 'done', 'owner')
if not known[1] then return false end
return {known[1], known[2], known[3] or '', known[4], redis.call('XRANGE', KEYS[1], ARGV[1], '+', 'COUNT', ARGV[2])}`;

/** ARGV: milliseconds. Keeps all of KEYS. */
export const renewScript = `
for _, name in ipairs(KEYS) do redis.call('PEXPIRE', name, ARGV[1]) end`;

/** ARGV: start of the names of leases. */
export const isReadScript = `${mark}
local holder = redis.call('HGET', KEYS[2], 'holder')
return (holder and redis.call('EXISTS', ARGV[1] .. replica(holder)) == 1) and 1 or 0`;

/** ARGV: start of the names of leases, the answer. */
export const orphanScript = `
local known = redis.call('HMGET', KEYS[2], 'floor', 'done', 'owner')
if not known[1] or known[2] or known[3] == '' or redis.call('EXISTS', ARGV[1] .. known[3]) == 1 then return 0 end
redis.call('HSET', KEYS[2], 'done', '1', 'last', redis.call('XADD', KEYS[1], '*', 'm', ARGV[2]))
return 1`;

/** ARGV: milliseconds. Gives whether the lease was there still. */
export const leaseScript = `
local had = redis.call('EXISTS', KEYS[1])
redis.call('SET', KEYS[1], '1', 'PX', ARGV[1])
return had`;

/** Gives the number of those who heard it. */
export const publishScript = `return redis.call('PUBLISH', KEYS[1], ARGV[1])`;
