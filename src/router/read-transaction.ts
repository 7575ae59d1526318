import type { Family } from '../core/chains.ts';
import type { TransactionObject } from '../core/transaction-object.ts';
import { evmNativeToken } from '../families/evm/formats/chain.ts';
import { solanaNativeToken } from '../families/solana/formats/chain.ts';
import { transactionReaders } from '../families/transaction-readers.ts';
import { tronNativeToken } from '../families/tron/formats/chain.ts';
import { malformed } from './malformed.ts';
import type { WireTransaction } from './schemas.ts';

/** A transaction of the chain that it is for. A member by which another family is executed makes it unusable. @throws `ROUTER_MALFORMED` */
export function readTransaction(wire: WireTransaction, family: Family): TransactionObject {
  return transactionReaders[family].transaction(wire);
}

/** What services write in the place of a spender where the native coin needs none. */
const nobody: readonly string[] = ['', evmNativeToken, tronNativeToken, solanaNativeToken];

/** The spender that a token has to be approved for; native coins need none, which services write in several ways. */
export function readSpender(wire: WireTransaction | null | undefined, family: Family): { spender?: string } {
  const address = wire?.approvalAddress ?? '';
  if (nobody.includes(address)) return {};
  const { spender } = transactionReaders[family];
  if (!spender) throw malformed('a spender on a chain where none is needed');
  return { spender: spender(address) };
}
