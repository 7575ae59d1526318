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
 * Nanotons that go along with jettons, of which what is not used comes back: enough to open the
 * receiver's jetton wallet.
 */
const sentAlong = 100_000_000n;
/** Nanotons that tell the receiver of jettons that they have come, and bring the comment. */
const forwarded = 1n;

/**
 * Coins with a comment; or jettons, whose wallet is the one that the minter derives, with the
 * comment as what the receiver is told. Whether a message bounces its address says.
 */
export async function paymentOf(
  endpoint: Endpoint,
  chain: TonChain,
  { account, token, to, amount, memo }: PaymentRequest,
): Promise<TonTransaction> {
  const said = memo === undefined ? undefined : commentOf(memo);
  if (isNativeToken(chain, token)) {
    const payload = said?.toBoc().toString('base64');
    const address = await addressedTo(endpoint, to);
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
    .storeCoins(forwarded)
    // Either the rest of this cell, which is empty, or a cell below it.
    .storeMaybeRef(said ?? null)
    .endCell();
  return {
    family: 'ton',
    messages: [{ address, value: sentAlong, payload: body.toBoc().toString('base64') }],
  };
}

/**
 * What goes to an account without code comes back if it may bounce: an exchange's new address has
 * none until somebody takes the money.
 */
async function addressedTo(endpoint: Endpoint, to: string): Promise<string> {
  const { state } = await readAccount(endpoint, requireAccount(to));
  return state === 'uninitialized'
    ? friendlyTonAddress(requireAccount(to), { bounceable: false })
    : to;
}

function commentOf(text: string): Cell {
  return beginCell().storeUint(comment, 32).storeStringTail(text).endCell();
}
