import { isNativeToken } from '../../../core/chains.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { PaymentRequest } from '../../../ports/payments.ts';
import { transferCall } from '../../shared/contracts/token-calls.ts';
import type { EvmChain } from '../formats/chain.ts';
import type { EvmTransaction } from '../formats/transaction.ts';
import { requireAccount } from './require-account.ts';
import { requireTokenAddress } from './token.ts';

/** Coins without calldata, or EIP-20 `transfer`. Neither has a place for a memo that whoever is paid would look at. */
export function paymentOf(chain: EvmChain, { token, to, amount, memo }: PaymentRequest): EvmTransaction {
  if (memo !== undefined) throw new FerrymanError('DEPOSIT_UNPAYABLE', `payments on ${chain.name} carry no memo`);
  const receiver = requireAccount(to);
  if (isNativeToken(chain, token)) return { family: 'evm', to: receiver, data: '0x', value: amount };
  return { family: 'evm', ...transferCall(requireTokenAddress(chain, token), receiver, amount), value: 0n };
}
