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
 * The cell that the wallet's key will sign. Its messages have send mode 3: fees are paid in
 * addition to the values, and a message that cannot be sent is skipped. It uses the lease's seqno
 * and expiry. If the lease has no expiry, `validityOf(chain)` applies. From the endpoint only the
 * time is used, if it is later than the local clock.
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
    expires === undefined ? await chooseExpiry(endpoint, chain, now()) : Number(expires);
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

async function chooseExpiry(endpoint: Endpoint, chain: TonChain, at: number): Promise<number> {
  const time = (await readNewest(endpoint)).time * 1_000;
  if (time - at > maxAhead) {
    throw new FerrymanError(
      'RPC_MALFORMED',
      `the newest block of ${endpoint.host} is ${time - at} ms in the future`,
    );
  }
  // A halted chain's time stands still and resumes with the wall clock's.
  return Math.ceil((Math.max(time, at) + validityOf(chain)) / 1_000);
}
