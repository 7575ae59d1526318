import { type Address, getAddress, isAddressEqual, type Log, parseAbi, parseEventLogs } from 'viem';
import type { Approval, Incoming, Outgoing } from './run-chain.ts';

/*
 * What the contracts of the sandbox say in their events, on all chains that run them. Addresses are
 * the EVM's, and `render` writes them as users of the chain do.
 */

const abi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
  'event Withdrawal(address indexed from, uint256 value)',
  'event BridgeRequested(bytes32 indexed orderId, address indexed sender, address token, uint256 amountReceived, uint256 destinationChainId, bytes32 destinationToken, bytes32 receiver, uint256 minimumOut)',
  'event Refunded(bytes32 indexed orderId, address indexed receiver, address token, uint256 amount)',
  'event Claimed(bytes32 indexed orderId, address indexed receiver, address token, uint256 amount)',
]);

export type ContractLog = Pick<Log, 'address' | 'topics' | 'data'>;
type Render = (address: Address) => string;

/**
 * What a transaction of the wallet did, by its events and by the native coin that it gave along.
 */
export function whatWasDone(
  logs: readonly ContractLog[],
  { wallet, value, nativeToken }: { wallet: Address; value: bigint; nativeToken: string },
  render: Render,
): Pick<Outgoing, 'paid' | 'deposits' | 'fetched'> {
  const paid = new Map<string, bigint>();
  const pay = (token: string, amount: bigint): void =>
    void paid.set(token, (paid.get(token) ?? 0n) + amount);
  const deposits: string[] = [];
  const fetched: Outgoing['fetched'] = [];
  if (value > 0n) pay(nativeToken, value);
  for (const { eventName, args, address } of parse(logs)) {
    if (
      (eventName === 'Transfer' || eventName === 'Withdrawal') &&
      isAddressEqual(args.from, wallet)
    ) {
      pay(render(getAddress(address)), args.value);
    }
    if (eventName === 'BridgeRequested') deposits.push(args.orderId);
    if (eventName === 'Refunded' && isAddressEqual(args.receiver, wallet)) {
      fetched.push({ order: args.orderId, kind: 'refund' });
    }
    if (eventName === 'Claimed') fetched.push({ order: args.orderId, kind: 'claim' });
  }
  return { paid: [...paid].map(([token, amount]) => ({ token, amount })), deposits, fetched };
}

/**
 * Tokens that came to one of the wallets. @param names of the wallets, by their checksummed
 * addresses
 */
export function arrivalsIn(
  logs: readonly ContractLog[],
  names: ReadonlyMap<Address, string>,
  render: Render,
): Pick<Incoming, 'wallet' | 'token' | 'amount'>[] {
  return parse(logs).flatMap(({ eventName, args, address }) => {
    const wallet = eventName === 'Transfer' ? names.get(getAddress(args.to)) : undefined;
    if (eventName !== 'Transfer' || wallet === undefined) return [];
    return [{ wallet, token: render(getAddress(address)), amount: args.value }];
  });
}

/**
 * What was approved in the name of one of the wallets. @param names of the wallets, by their
 * checksummed addresses
 */
export function approvalsIn(
  logs: readonly ContractLog[],
  names: ReadonlyMap<Address, string>,
  render: Render,
): Pick<Approval, 'wallet' | 'token' | 'spender' | 'amount'>[] {
  return parse(logs).flatMap(({ eventName, args, address }) => {
    const wallet = eventName === 'Approval' ? names.get(getAddress(args.owner)) : undefined;
    if (eventName !== 'Approval' || wallet === undefined) return [];
    return [
      {
        wallet,
        token: render(getAddress(address)),
        spender: render(args.spender),
        amount: args.value,
      },
    ];
  });
}

function parse(logs: readonly ContractLog[]) {
  return parseEventLogs({ abi, logs: logs as Log[] });
}
