import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { TonChain } from '../formats/chain.ts';
import { isTonTestNetwork } from '../formats/network.ts';
import type { TonFee, TonTransaction } from '../formats/transaction.ts';
import { type TonWallet, tonWalletState } from '../formats/wallet.ts';
import { estimatedFees } from './answers.ts';
import { checkCoins } from './check-coins.ts';
import { type Endpoint, isRefusal } from './endpoint.ts';
import { bodyWithSignature } from './external-message.ts';
import { readNewest } from './head.ts';
import { readJettonMoves } from './jetton-moves.ts';
import { readRouterMessages } from './router-messages.ts';
import { readSeqno } from './seqno.ts';
import { encodeWalletMessage } from './wallet-message.ts';

/** Of a signature that nobody looks at (`ignore_chksig`). */
const noSignature = new Uint8Array(64);
/**
 * Nanotons that a wallet needs to look at a message and to send one, about: it is lent no more
 * (configuration parameter 21, `gas_credit`).
 */
const leastToSend = 10_000_000n;
/** Seconds for which what is estimated has to be valid. */
const validFor = 600;

/**
 * What the wallet's own transaction costs, as the endpoint plays it on the newest state without
 * looking at the signature, and a half more: what storage costs until then, and what prices may do,
 * is in no estimate, and nothing in a message of TON bounds its fee. Throws `TRANSACTION_REVERTS`,
 * `INSUFFICIENT_GAS`, `FEE_TOO_HIGH` above the chain's own bound.
 */
export async function estimateFee(
  endpoint: Endpoint,
  chain: TonChain,
  account: string,
  wallet: TonWallet,
  transaction: TonTransaction,
): Promise<TonFee> {
  const messages = readRouterMessages(transaction.messages, {
    version: wallet.version,
    isTestNetwork: isTonTestNetwork(chain),
  });
  const left = await checkCoins(endpoint, account, messages, 0n);
  await readJettonMoves(endpoint, account, messages);
  const [{ time }, seqno] = await Promise.all([
    readNewest(endpoint),
    readSeqno(endpoint, chain, account),
  ]);
  const { version, walletId } = wallet;
  const signing = encodeWalletMessage({
    version,
    walletId,
    validUntil: time + validFor,
    seqno: Number(seqno),
    messages,
  });
  const { code, data } = tonWalletState(wallet);
  const init =
    seqno === 0n && code && data
      ? { init_code: code.toBoc().toString('base64'), init_data: data.toBoc().toString('base64') }
      : { init_code: '', init_data: '' };
  const body = bodyWithSignature(signing, noSignature).toBoc().toString('base64');
  const question = { address: account, body, ...init, ignore_chksig: true };
  const walletFee = withMargin(await playFees(endpoint, question, left));
  if (walletFee > chain.maxNetworkFee) {
    throw new FerrymanError(
      'FEE_TOO_HIGH',
      `${chain.name} asks for ${walletFee} nanotons, ${chain.maxNetworkFee} at most`,
    );
  }
  await checkCoins(endpoint, account, messages, walletFee);
  return { family: 'ton', walletFee };
}

/**
 * A wallet that cannot pay for looking at a message takes none; what a server says then differs
 * from server to server.
 */
async function playFees(
  endpoint: Endpoint,
  question: Record<string, unknown>,
  left: bigint,
): Promise<bigint> {
  try {
    return await endpoint.read('estimateFee', question, estimatedFees);
  } catch (cause) {
    if (!isRefusal(cause) || left >= leastToSend) throw cause;
    throw new FerrymanError(
      'INSUFFICIENT_GAS',
      `${left} nanotons do not pay for a message of a wallet`,
      { cause },
    );
  }
}

function withMargin(fee: bigint): bigint {
  return (fee * 3n + 1n) / 2n;
}
