import { ofFamily } from '../../../core/swap/of-family.ts';
import type { PrepareRequest, UnsignedTransaction } from '../../../ports/chain-adapter.ts';
import type { EvmChain } from '../formats/chain.ts';
import { requireAccount } from './require-account.ts';
import { requireNonce } from './require-nonce.ts';
import { encodeUnsigned } from './unsigned-bytes.ts';

/** Pure: the bytes depend only on the arguments, and on nothing from the router or an endpoint. */
export function prepare(
  chain: EvmChain,
  { account, terms, transaction, fee }: PrepareRequest,
): UnsignedTransaction {
  const nonce = requireNonce(terms);
  const bytes = encodeUnsigned(chain, nonce, ofFamily(transaction, 'evm'), ofFamily(fee, 'evm'));
  return { family: 'evm', chain: chain.name, account: requireAccount(account), bytes, fee };
}
