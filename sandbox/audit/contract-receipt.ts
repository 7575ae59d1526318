import {
  type Address,
  getAddress,
  isAddressEqual,
  type Log,
  parseAbi,
  parseEventLogs,
  zeroAddress,
} from 'viem';
import type { AuditReceipt } from './audit-reader.ts';
import { tokenFlow } from './token-flow.ts';

/** What a contract chain reports of a transaction. */
interface LoggedTransaction extends Pick<AuditReceipt, 'id' | 'blockNumber' | 'isSuccessful'> {
  readonly from: Address;
  readonly to: Address | null;
  readonly value: bigint;
  readonly logs: readonly Log[];
}

const withdrawalEvents = parseAbi([
  'event Refunded(bytes32 indexed orderId, address indexed receiver, address token, uint256 amount)',
  'event Claimed(bytes32 indexed orderId, address indexed receiver, address token, uint256 amount)',
]);

/**
 * Reads transfers from events. Of the native coin, events show only what a bridge's contract paid.
 */
export function contractReceipt(transaction: LoggedTransaction): AuditReceipt {
  const { id, blockNumber, isSuccessful, from, to, value, logs } = transaction;
  return {
    id,
    blockNumber,
    isSuccessful,
    from: getAddress(from),
    listsAllNative: false,
    gained(account, token) {
      if (token !== zeroAddress) return tokenFlow(logs, token, account);
      const paidDirectly = to !== null && isAddressEqual(to, account) ? value : 0n;
      return paidDirectly + nativeWithdrawn(logs, account);
    },
  };
}

/** The amount of the native coin that a bridge's contract reports as paid to an account. */
function nativeWithdrawn(logs: readonly Log[], account: Address): bigint {
  return parseEventLogs({ abi: withdrawalEvents, logs: [...logs] })
    .filter(
      ({ args }) =>
        isAddressEqual(args.receiver, account) && isAddressEqual(args.token, zeroAddress),
    )
    .reduce((sum, { args }) => sum + args.amount, 0n);
}
