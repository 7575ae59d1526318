/**
 * Takes calls from a sliding window of sixty seconds: returns 0 if they are taken, otherwise the
 * milliseconds until they are free. A window counts exactly; a token bucket would allow twice the
 * budget in its first minute. Uses the server's time, so that the workers' clocks do not matter.
 * KEYS[1]: the calls, a sorted set by time. ARGV: maximum of calls in a window, then a name for
 * each requested call.
 */
export const callBudgetScript = `
local window = 60000
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
-- Calls in the future were made before the clock was set back.
redis.call('ZREMRANGEBYSCORE', KEYS[1], now + 1, '+inf')
local taken = redis.call('ZCARD', KEYS[1])
local max = tonumber(ARGV[1])
local wanted = #ARGV - 1
if taken + wanted <= max then
  for index = 2, #ARGV do redis.call('ZADD', KEYS[1], now, ARGV[index]) end
  redis.call('PEXPIRE', KEYS[1], window)
  return 0
end
local last = taken + wanted - max - 1
local freed = redis.call('ZRANGE', KEYS[1], last, last, 'WITHSCORES')
return math.max(1, tonumber(freed[2]) + window - now)
`;
