import { isNativeToken } from '../../../core/chains.ts';
import type { PaymentRequest } from '../../../ports/payments.ts';
import { transferCall } from '../../shared/contracts/token-calls.ts';
import type { TronChain } from '../formats/chain.ts';
import type { TronTransaction } from '../formats/transaction.ts';
import { addressText, requireAccount } from './accounts.ts';
import { requireToken } from './token.ts';

/** A transfer of TRX, or TRC-20 `transfer`, which is EIP-20's; the memo stands beside either, in the transaction itself. */
export function paymentOf(chain: TronChain, { token, to, amount, memo }: PaymentRequest): TronTransaction {
  const beside = memo === undefined ? {} : { memo };
  const receiver = requireAccount(to);
  if (isNativeToken(chain, token)) {
    return { family: 'tron', to: addressText(receiver), data: '0x', value: amount, ...beside };
  }
  const call = transferCall(requireToken(chain, token), receiver, amount);
  return { family: 'tron', to: addressText(call.to), data: call.data, value: 0n, ...beside };
}
