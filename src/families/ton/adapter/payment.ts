import { Address, beginCell, type Cell } from '@ton/core';
import { isNativeToken } from '../../../core/swap/chains.ts';
import type { PaymentRequest } from '../../../ports/payments.ts';
import { friendlyTonAddress } from '../formats/address.ts';
import type { TonChain } from '../formats/chain.ts';
import type { TonTransaction } from '../formats/transaction.ts';
import type { Endpoint } from './endpoint.ts';
import { readJettonWallet } from './jettons.ts';
import { readAccount } from './read-account.ts';
import { requireAccount } from './require-account.ts';

const comment = 0;
const transfer = 0x0f8a7ea5;
/**
 * Nanotons attached to a jetton transfer, enough to deploy the receiver's jetton wallet. The excess
 * comes back.
 */
const attachedValue = 100_000_000n;
/** Nanotons forwarded to the receiver, so that it gets a notification with the comment. */
const forwardedValue = 1n;

/**
 * A coin transfer with a comment, or a jetton transfer from the wallet that the minter derives,
 * with the comment as forward payload. The friendly address says whether the message bounces.
 */
export async function paymentOf(
  endpoint: Endpoint,
  chain: TonChain,
  { account, token, to, amount, memo }: PaymentRequest,
): Promise<TonTransaction> {
  const commentCell = memo === undefined ? undefined : commentOf(memo);
  if (isNativeToken(chain, token)) {
    const payload = commentCell?.toBoc().toString('base64');
    const address = await destinationOf(endpoint, to);
    return {
      family: 'ton',
      messages: [{ address, value: amount, ...(payload === undefined ? {} : { payload }) }],
    };
  }
  const owner = requireAccount(account);
  const address = await readJettonWallet(endpoint, chain, token, owner);
  const body = beginCell()
    .storeUint(transfer, 32)
    .storeUint(0, 64)
    .storeCoins(amount)
    .storeAddress(Address.parseRaw(requireAccount(to)))
    .storeAddress(Address.parseRaw(owner))
    .storeMaybeRef(null)
    .storeCoins(forwardedValue)
    // The forward payload is inline (empty) or a referenced cell.
    .storeMaybeRef(commentCell ?? null)
    .endCell();
  return {
    family: 'ton',
    messages: [{ address, value: attachedValue, payload: body.toBoc().toString('base64') }],
  };
}

/**
 * A bounceable transfer to an account without code comes back. An exchange's new deposit address
 * has no code until the exchange collects the money.
 */
async function destinationOf(endpoint: Endpoint, to: string): Promise<string> {
  const { state } = await readAccount(endpoint, requireAccount(to));
  return state === 'uninitialized'
    ? friendlyTonAddress(requireAccount(to), { bounceable: false })
    : to;
}

function commentOf(text: string): Cell {
  return beginCell().storeUint(comment, 32).storeStringTail(text).endCell();
}
