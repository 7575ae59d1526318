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
  /** Of the output that is paid. */
  readonly script: Uint8Array;
  /** In satoshis. */
  readonly value: bigint;
}

/**
 * Sends from one account of the sandbox. Each payment is signed once, from coins that no
 * reorganization takes back and that no other payment spends, and only that same transaction is
 * sent again until it is final: nothing is paid twice, and nothing is left out.
 */
export interface AccountSender {
  readonly address: string;
  /**
   * Sends a payment, as soon as there are coins for it.
   * @returns its txid, which stays
   * @throws {SandboxError} `transaction-failed` if there are none for long
   */
  pay(payment: Payment): Promise<string>;
  /**
   * Waits until it is in a block. @throws {SandboxError} `transaction-failed` if it does not get
   * there
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
  /** What it spends, by `outpointKey`. */
  readonly outpoints: readonly string[];
}

/**
 * In satoshis for each virtual byte: above what anybody bids in a stall that people would still pay
 * their way out of.
 */
export const OWN_FEE_RATE = 1_000n;
/** More than the virtual bytes of each input, and of all the rest. */
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
    // A payment may be lost for a while, and its coins seem to be there.
    const taken = new Set([...watched.values()].flatMap(({ outpoints }) => outpoints));
    return findCoins(blockchain, account.script, finalityDepth)
      .filter((coin) => !taken.has(outpointKey(coin)))
      .sort((one, other) => (one.value > other.value ? -1 : 1));
  };

  /** @returns undefined while the coins do not suffice */
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
