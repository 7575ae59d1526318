import type { Chain } from '../../core/chains.ts';
import type { PrepareRequest, UnsignedTransaction } from '../../ports/chain-adapter.ts';
import { requireAccount } from './require-account.ts';
import { encodeUnsigned } from './unsigned-bytes.ts';

/** Pure: everything that goes into the bytes is in the arguments; nothing of it comes from the routing service or an endpoint. */
export function prepare(chain: Chain, { account, nonce, transaction, fee }: PrepareRequest): UnsignedTransaction {
  const bytes = encodeUnsigned(chain, nonce, transaction, fee);
  return { family: 'evm', chain: chain.name, account: requireAccount(account), bytes, fee };
}
