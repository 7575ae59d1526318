import { type Address, isAddressEqual, type Log, parseAbi, parseEventLogs } from 'viem';

const tokenEvents = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Deposit(address indexed to, uint256 value)',
  'event Withdrawal(address indexed from, uint256 value)',
]);

/**
 * What an account gained of a token in one transaction, from the token's events, in base units;
 * negative for a loss. Includes wraps and unwraps, which emit no Transfer.
 */
export function tokenFlow(logs: readonly Log[], token: Address, account: Address): bigint {
  const ofToken = logs.filter(({ address }) => isAddressEqual(address, token));
  let flow = 0n;
  for (const { eventName, args } of parseEventLogs({ abi: tokenEvents, logs: ofToken })) {
    if (eventName !== 'Withdrawal' && isAddressEqual(args.to, account)) flow += args.value;
    if (eventName !== 'Deposit' && isAddressEqual(args.from, account)) flow -= args.value;
  }
  return flow;
}
