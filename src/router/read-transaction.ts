import { assertNever } from '../core/assert-never.ts';
import { evmNativeToken, type Family, solanaNativeToken, tronNativeToken } from '../core/chains.ts';
import type { TransactionObject } from '../core/transaction-object.ts';
import { malformed } from './malformed.ts';
import { readBitcoinTransaction } from './read-bitcoin-transaction.ts';
import { readEvmAddress, readEvmTransaction } from './read-evm-transaction.ts';
import { readSolanaTransaction } from './read-solana-transaction.ts';
import { readTonTransaction } from './read-ton-transaction.ts';
import { readTronAddress, readTronTransaction } from './read-tron-transaction.ts';
import type { WireTransaction } from './schemas.ts';

/** A transaction of the chain that it is for. A member by which another family is executed makes it unusable. @throws `ROUTER_MALFORMED` */
export function readTransaction(wire: WireTransaction, family: Family): TransactionObject {
  switch (family) {
    case 'evm':
      return readEvmTransaction(wire);
    case 'tron':
      return readTronTransaction(wire);
    case 'solana':
      return readSolanaTransaction(wire);
    case 'ton':
      return readTonTransaction(wire);
    case 'bitcoin':
      return readBitcoinTransaction(wire);
    default:
      return assertNever(family, 'family');
  }
}

/** What services write in the place of a spender where the native coin needs none. */
const nobody: readonly string[] = ['', evmNativeToken, tronNativeToken, solanaNativeToken];

/** The spender that a token has to be approved for; native coins need none, which services write in several ways. */
export function readSpender(wire: WireTransaction | null | undefined, family: Family): { spender?: string } {
  const address = wire?.approvalAddress ?? '';
  if (nobody.includes(address)) return {};
  switch (family) {
    case 'evm':
      return { spender: readEvmAddress(address, 'approvalAddress') };
    case 'tron':
      return { spender: readTronAddress(address, 'approvalAddress') };
    case 'solana':
    case 'ton':
    case 'bitcoin':
      throw malformed('a spender on a chain where none is needed');
    default:
      return assertNever(family, 'family');
  }
}
