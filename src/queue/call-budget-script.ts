/**
 * Calls out of a window of sixty seconds that slides: answers 0 if they are taken, else the
 * milliseconds until they are free. A window counts exactly; a token bucket would let twice the
 * budget through in its first minute. The time is the server's own, so that clocks of workers do
 * not matter.
 *
 * KEYS[1] the calls, a sorted set by time. ARGV: most calls in a window, then a name for each call
 * that is wanted.
 */
export const callBudgetScript = `
local window = 60000
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
-- Calls of the future are of a clock that was set back since.
redis.call('ZREMRANGEBYSCORE', KEYS[1], now + 1, '+inf')
local taken = redis.call('ZCARD', KEYS[1])
local most = tonumber(ARGV[1])
local wanted = #ARGV - 1
if taken + wanted <= most then
  for index = 2, #ARGV do redis.call('ZADD', KEYS[1], now, ARGV[index]) end
  redis.call('PEXPIRE', KEYS[1], window)
  return 0
end
local last = taken + wanted - most - 1
local freed = redis.call('ZRANGE', KEYS[1], last, last, 'WITHSCORES')
return math.max(1, tonumber(freed[2]) + window - now)
`;
