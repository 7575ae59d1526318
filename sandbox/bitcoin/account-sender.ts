import { Psbt } from 'bitcoinjs-lib';
import { createFollower } from '../chains/create-follower.ts';
import { createMutex } from '../chains/create-mutex.ts';
import type { Heads } from '../chains/heads.ts';
import { waitForInclusion } from '../chains/wait-for-inclusion.ts';
import { type BitcoinAccount, NETWORK } from './bitcoin-account.ts';
import type { Blockchain } from './blockchain.ts';
import type { IncludedTransaction } from './chain-index.ts';
import { findCoins } from './find-coins.ts';
import { outpointKey } from './resolved-transaction.ts';

interface Payment {
  /** The output script of the payee. */
  readonly script: Uint8Array;
  /** In satoshis. */
  readonly value: bigint;
}

/**
 * Sends from one account of the sandbox. Each payment is signed once, from final coins that no
 * other payment spends. The sender rebroadcasts that transaction until it is final. So nothing is
 * paid twice or lost.
 */
export interface AccountSender {
  readonly address: string;
  /**
   * Sends a payment as soon as coins are available.
   * @returns its txid, which is final
   * @throws {SandboxError} `transaction-failed` if coins are not available in time
   */
  pay(payment: Payment): Promise<string>;
  /**
   * Waits until a payment is in a block.
   * @throws {SandboxError} `transaction-failed` if it is not included in time
   */
  mined(txid: string): Promise<IncludedTransaction>;
}

interface SenderTools {
  readonly blockchain: Blockchain;
  readonly heads: Heads;
  readonly finalityDepth: number;
}

interface SignedPayment {
  readonly txid: string;
  readonly hex: string;
  /** The inputs, by `outpointKey`. */
  readonly outpoints: readonly string[];
}

/** In satoshis per virtual byte: above any bid that a user would still pay in a stall. */
export const OWN_FEE_RATE = 1_000n;
/** At least the virtual bytes of an input, and of everything else together. */
const INPUT_SIZE = 69n;
const REST_SIZE = 130n;

export function createAccountSender(
  { blockchain, heads, finalityDepth }: SenderTools,
  account: BitcoinAccount,
): AccountSender {
  const { index, mempool } = blockchain;
  const inTurn = createMutex();
  const watched = new Map<string, SignedPayment>();
  const complaints = new Map<string, unknown>();

  const findFreeCoins = () => {
    // A reorganization can remove a payment for a while, so that its coins look unspent.
    const taken = new Set([...watched.values()].flatMap(({ outpoints }) => outpoints));
    return findCoins(blockchain, account.script, finalityDepth)
      .filter((coin) => !taken.has(outpointKey(coin)))
      .sort((one, other) => (one.value > other.value ? -1 : 1));
  };

  /** @returns undefined if the coins are not sufficient */
  const sign = ({ script, value }: Payment): SignedPayment | undefined => {
    const psbt = new Psbt({ network: NETWORK });
    let brought = 0n;
    let fee = REST_SIZE * OWN_FEE_RATE;
    const outpoints: string[] = [];
    for (const coin of findFreeCoins()) {
      if (brought >= value + fee) break;
      const { txid: hash, vout, script: coinScript, value: coinValue } = coin;
      psbt.addInput({ hash, index: vout, witnessUtxo: { script: coinScript, value: coinValue } });
      outpoints.push(outpointKey(coin));
      brought += coinValue;
      fee += INPUT_SIZE * OWN_FEE_RATE;
    }
    if (brought < value + fee) return undefined;
    psbt.addOutput({ script, value });
    psbt.addOutput({ script: account.script, value: brought - value - fee });
    psbt.signAllInputs(account).finalizeAllInputs();
    const transaction = psbt.extractTransaction(true);
    const payment = { txid: transaction.getId(), hex: transaction.toHex(), outpoints };
    watched.set(payment.txid, payment);
    return payment;
  };

  const send = async ({ txid, hex }: SignedPayment): Promise<void> => {
    const submission = await blockchain.submit(hex);
    if (submission.kind === 'refused') complaints.set(txid, submission.refusal);
  };

  const lookAfter = async (): Promise<void> => {
    for (const payment of [...watched.values()]) {
      const included = index.find(payment.txid);
      if (included === undefined) {
        if (mempool.get(payment.txid) === undefined) await send(payment);
      } else if (blockchain.tip().height - included.block.height >= finalityDepth) {
        watched.delete(payment.txid);
        complaints.delete(payment.txid);
      }
    }
  };

  const follow = createFollower({ heads, isNeeded: () => watched.size > 0, lookAfter });

  return {
    address: account.address,
    async pay(wanted) {
      const payment = await waitForInclusion({
        heads,
        find: () => inTurn(async () => sign(wanted)),
        describe: () => ({ id: `A coin for a payment of ${wanted.value} satoshis` }),
      });
      await send(payment);
      void follow();
      return payment.txid;
    },
    mined: (txid) =>
      waitForInclusion({
        heads,
        find: () => index.find(txid),
        describe: () => ({ id: txid, complaint: complaints.get(txid) }),
      }),
  };
}
