import { Buffer } from 'node:buffer';
import { Psbt } from 'bitcoinjs-lib';
import { createTurns } from '../chains/create-turns.ts';
import { waitForInclusion } from '../chains/wait-for-inclusion.ts';
import { SandboxError } from '../sandbox-error.ts';
import type { AnnouncedHeads } from '../solana/heads.ts';
import { type BitcoinAccount, NETWORK } from './bitcoin-account.ts';
import type { Blockchain } from './blockchain.ts';
import type { IncludedTransaction } from './chain-index.ts';
import { outpointKey } from './resolved-transaction.ts';

/** Pays for whatever the sandbox needs, from what the miner has earned. */
export interface Treasury {
  readonly address: string;
  /**
   * Gives an address exactly so much, on top of what it has. Resolves when the newest block shows it.
   * @param satoshis at least 330
   * @throws {SandboxError} `transaction-failed`
   */
  fund(address: string, satoshis: bigint): Promise<IncludedTransaction>;
}

interface TreasuryTools {
  readonly blockchain: Blockchain;
  readonly heads: AnnouncedHeads;
  readonly finalityDepth: number;
}

/** In satoshis for each virtual byte: above what anybody bids in a stall that people would still pay their way out of. */
const FEE_RATE = 1_000n;
/** More than the virtual bytes of each input, and of all the rest. */
const INPUT_SIZE = 69n;
const REST_SIZE = 120n;
const COINBASE_MATURITY = 100;

export function createTreasury({ blockchain, heads, finalityDepth }: TreasuryTools, account: BitcoinAccount): Treasury {
  const { index, mempool } = blockchain;
  const inTurn = createTurns();

  const spendable = () =>
    index.noted(account.script).flatMap((txid) => {
      const included = index.find(txid);
      if (included === undefined) return [];
      const { transaction, block } = included;
      const { wire } = transaction;
      // What no reorganization takes back: a payment can always be sent again as it is.
      const leastDepth = wire.isCoinbase() ? COINBASE_MATURITY + finalityDepth : finalityDepth;
      if (blockchain.tip().height + 1 - block.height < leastDepth) return [];
      return wire.outs.flatMap(({ script, value }, vout) => {
        const outpoint = { txid, vout };
        const isOwn = Buffer.compare(script, account.script) === 0;
        const isSpent = index.spenderOf(outpoint) !== undefined || mempool.spenderOf(outpoint) !== undefined;
        return isOwn && !isSpent && !reserved.has(outpointKey(outpoint)) ? [{ ...outpoint, script, value }] : [];
      });
    });

  /** Outputs that a payment spends which may be lost, and will be sent again. */
  const reserved = new Set<string>();

  const build = (address: string, satoshis: bigint): { hex: string; txid: string } | undefined => {
    const psbt = new Psbt({ network: NETWORK });
    let brought = 0n;
    let fee = REST_SIZE * FEE_RATE;
    const outpoints: string[] = [];
    for (const output of spendable().sort((one, other) => (one.value > other.value ? -1 : 1))) {
      if (brought >= satoshis + fee) break;
      const { txid: hash, vout, script, value } = output;
      psbt.addInput({ hash, index: vout, witnessUtxo: { script, value } });
      outpoints.push(outpointKey(output));
      brought += value;
      fee += INPUT_SIZE * FEE_RATE;
    }
    if (brought < satoshis + fee) return undefined;
    psbt.addOutput({ address, value: satoshis });
    psbt.addOutput({ script: account.script, value: brought - satoshis - fee });
    psbt.signAllInputs(account).finalizeAllInputs();
    const transaction = psbt.extractTransaction(true);
    for (const key of outpoints) reserved.add(key);
    return { hex: transaction.toHex(), txid: transaction.getId() };
  };

  return {
    address: account.address,
    async fund(address, satoshis) {
      let payment: { hex: string; txid: string } | undefined;
      let complaint: unknown;
      return await waitForInclusion({
        heads,
        async find() {
          payment ??= await inTurn(async () => build(address, satoshis));
          if (payment === undefined) return undefined;
          const included = index.find(payment.txid);
          if (included !== undefined) return included;
          // The same again, so that nothing is paid twice, whatever a reorganization has taken back.
          const submission = await blockchain.submit(payment.hex);
          if (submission.kind === 'refused') complaint = submission.refusal;
          return undefined;
        },
        describe: () => ({ id: payment?.txid ?? `The payment to ${address}`, complaint }),
      }).catch((cause: unknown) => {
        if (complaint === undefined) throw cause;
        throw new SandboxError('transaction-failed', `The payment to ${address} failed.`, { cause: complaint });
      });
    },
  };
}
