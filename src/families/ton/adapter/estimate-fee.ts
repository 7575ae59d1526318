import { describeAmount } from '../../../core/amounts/amounts.ts';
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
import { encodeWalletMessage, type OutgoingMessage } from './wallet-message.ts';

/** The endpoint does not check the signature (`ignore_chksig`). */
const noSignature = new Uint8Array(64);
/**
 * About the nanotons that a wallet needs to accept one message and to send one. The chain lends it
 * gas only until it accepts (configuration parameter 21, `gas_credit`).
 */
const minToSend = 10_000_000n;
/** Validity of the estimated message, in seconds. */
const validFor = 600;

/**
 * The fee of the wallet's own transaction, which the endpoint simulates on the newest state, plus
 * half. The margin covers storage fees until inclusion and price changes: a TON message cannot
 * bound its own fee. Throws `TRANSACTION_REVERTS`, `INSUFFICIENT_GAS`, and `FEE_TOO_HIGH` above
 * `chain.maxNetworkFee`.
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
  const question = feeQuestion(account, wallet, { time, seqno, messages });
  const walletFee = withMargin(await simulateFees(endpoint, chain, question, left));
  if (walletFee > chain.maxNetworkFee) {
    throw new FerrymanError(
      'FEE_TOO_HIGH',
      `the fee on ${chain.name} is ${describeAmount(walletFee, chain.nativeToken)}, above the maximum of ${describeAmount(chain.maxNetworkFee, chain.nativeToken)}`,
    );
  }
  await checkCoins(endpoint, account, messages, walletFee);
  return { family: 'ton', walletFee };
}

/** What asks for the fees of a wallet's message. @property time that of the newest block */
export function feeQuestion(
  account: string,
  wallet: TonWallet,
  { time, seqno, messages }: { time: number; seqno: bigint; messages: readonly OutgoingMessage[] },
): Record<string, unknown> {
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
  return { address: account, body, ...init, ignore_chksig: true };
}

/** A wallet that is too poor accepts no message. Each server words that refusal differently. */
async function simulateFees(
  endpoint: Endpoint,
  chain: TonChain,
  question: Record<string, unknown>,
  left: bigint,
): Promise<bigint> {
  try {
    return await endpoint.read('estimateFee', question, estimatedFees);
  } catch (cause) {
    if (!isRefusal(cause) || left >= minToSend) throw cause;
    throw new FerrymanError(
      'INSUFFICIENT_GAS',
      `the account has ${describeAmount(left, chain.nativeToken)} left for fees, too little to send a message`,
      { cause },
    );
  }
}

function withMargin(fee: bigint): bigint {
  return (fee * 3n + 1n) / 2n;
}
