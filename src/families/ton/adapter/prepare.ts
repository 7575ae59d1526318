import { ofFamily } from '../../../core/swap/of-family.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { PrepareRequest, UnsignedTransaction } from '../../../ports/chain-adapter.ts';
import { bocHex } from '../formats/boc.ts';
import type { TonChain } from '../formats/chain.ts';
import { isTonTestNetwork } from '../formats/network.ts';
import type { TonWallet } from '../formats/wallet.ts';
import type { Endpoint } from './endpoint.ts';
import { readNewest } from './head.ts';
import { requireSeqno } from './require-seqno.ts';
import { readRouterMessages } from './router-messages.ts';
import { maxAhead, validityOf } from './validity.ts';
import { encodeWalletMessage } from './wallet-message.ts';

/**
 * The cell that the wallet's key will sign: the messages in the mode that pays fees beside the
 * values and leaves out what cannot be sent (3), under the lease's number, for a while, or as long
 * as the lease says. The endpoint says nothing in it but, where it is later than our clock, the
 * time.
 */
export async function prepare(
  endpoint: Endpoint,
  chain: TonChain,
  wallet: TonWallet,
  { account, terms, transaction, fee }: PrepareRequest,
  now: () => number,
): Promise<UnsignedTransaction> {
  const { seqno, expires } = requireSeqno(terms);
  const messages = readRouterMessages(ofFamily(transaction, 'ton').messages, {
    version: wallet.version,
    isTestNetwork: isTonTestNetwork(chain),
  });
  const validUntil =
    expires === undefined ? await chooseEnd(endpoint, chain, now()) : Number(expires);
  const { version, walletId } = wallet;
  const cell = encodeWalletMessage({
    version,
    walletId,
    validUntil,
    seqno: Number(seqno),
    messages,
  });
  return {
    family: 'ton',
    chain: chain.name,
    account,
    bytes: bocHex(cell),
    fee,
    expires: BigInt(validUntil),
  };
}

async function chooseEnd(endpoint: Endpoint, chain: TonChain, at: number): Promise<number> {
  const time = (await readNewest(endpoint)).time * 1_000;
  if (time - at > maxAhead) {
    throw new FerrymanError(
      'RPC_MALFORMED',
      `${endpoint.host} has a block that is of ${time - at} ms from now`,
    );
  }
  // Where the chain stands still, its time does as well; it goes on with that of the clocks.
  return Math.ceil((Math.max(time, at) + validityOf(chain)) / 1_000);
}
