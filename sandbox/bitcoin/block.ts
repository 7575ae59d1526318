import { Buffer } from 'node:buffer';
import { opcodes, script, Transaction, Block as WireBlock } from 'bitcoinjs-lib';
import type { ResolvedTransaction } from './resolved-transaction.ts';

export interface Block {
  /** As it is written for people. */
  readonly hash: string;
  readonly height: number;
  /** In seconds. */
  readonly time: number;
  /**
   * The median of the last eleven blocks' times, this one's included: what lock times are measured
   * by (BIP 113).
   */
  readonly medianTime: number;
  /** The coinbase first. */
  readonly transactions: readonly ResolvedTransaction[];
  readonly wire: WireBlock;
}

interface BlockPlan {
  readonly height: number;
  readonly version: number;
  readonly time: number;
  /** Hash of the block before, as it is written for people. */
  readonly previous: string;
  readonly transactions: readonly ResolvedTransaction[];
  /** Whom the miner pays, to each the same; the first gets what cannot be shared. */
  readonly rewardScripts: readonly Uint8Array[];
  /** Makes two blocks of one height differ. */
  readonly extraNonce: number;
  readonly hasWitnesses: boolean;
}

/** The easiest target there is: two tries on average. */
const REGTEST_BITS = 0x207fffff;
const HALVING_BLOCKS = 150;
const FIRST_SUBSIDY = 5_000_000_000n;

/** Makes a block, work included. */
export function mineBlock(plan: BlockPlan): WireBlock {
  const block = new WireBlock();
  const coinbase = coinbaseOf(plan);
  const transactions = [coinbase, ...plan.transactions.map(({ wire }) => wire)];
  if (plan.hasWitnesses) {
    // The witnesses' root is over all transactions but this one, for which there are zeros (BIP
    // 141).
    const commit = (root: Uint8Array) =>
      script.compile([opcodes.OP_RETURN, Buffer.concat([COMMITMENT_HEADER, root])]);
    const place = coinbase.addOutput(commit(new Uint8Array(32)), 0n);
    const output = coinbase.outs[place];
    if (output !== undefined)
      output.script = commit(WireBlock.calculateMerkleRoot(transactions, true));
  }
  block.version = plan.version;
  block.prevHash = Buffer.from(plan.previous, 'hex').reverse();
  block.merkleRoot = WireBlock.calculateMerkleRoot(transactions);
  block.timestamp = plan.time;
  block.bits = REGTEST_BITS;
  block.nonce = 0;
  block.transactions = transactions;
  while (!block.checkProofOfWork()) block.nonce++;
  return block;
}

const COMMITMENT_HEADER = Buffer.from('aa21a9ed', 'hex');
const NO_OUTPUT = new Uint8Array(32);

/**
 * The transaction that pays the miner: its height first (BIP 34), then what makes it another one
 * than all others.
 */
function coinbaseOf({
  height,
  extraNonce,
  transactions,
  rewardScripts,
  hasWitnesses,
}: BlockPlan): Transaction {
  const coinbase = new Transaction();
  coinbase.version = 2;
  const nonce = Buffer.alloc(8);
  nonce.writeUInt32LE(extraNonce);
  coinbase.addInput(
    NO_OUTPUT,
    0xffffffff,
    0xffffffff,
    script.compile([script.number.encode(height), nonce]),
  );
  if (hasWitnesses) coinbase.setWitness(0, [NO_OUTPUT]);
  const fees = transactions.reduce((sum, { fee }) => sum + fee, 0n);
  const reward = (FIRST_SUBSIDY >> BigInt(Math.floor(height / HALVING_BLOCKS))) + fees;
  const share = reward / BigInt(rewardScripts.length);
  const rest = reward - share * BigInt(rewardScripts.length);
  for (const [place, rewardScript] of rewardScripts.entries()) {
    coinbase.addOutput(rewardScript, place === 0 ? share + rest : share);
  }
  return coinbase;
}
