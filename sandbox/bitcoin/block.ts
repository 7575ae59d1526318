import { Buffer } from 'node:buffer';
import { opcodes, script, Transaction, Block as WireBlock } from 'bitcoinjs-lib';
import type { ResolvedTransaction } from './resolved-transaction.ts';

export interface Block {
  /** In display byte order. */
  readonly hash: string;
  readonly height: number;
  /** Unix seconds. */
  readonly time: number;
  /**
   * The median time of the last eleven blocks, this one included. Lock times compare with it (BIP
   * 113).
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
  /** Hash of the previous block, in display byte order. */
  readonly previous: string;
  readonly transactions: readonly ResolvedTransaction[];
  /** The scripts that share the reward equally. The first one gets the remainder. */
  readonly rewardScripts: readonly Uint8Array[];
  /** Distinguishes blocks of the same height. */
  readonly extraNonce: number;
  readonly hasWitnesses: boolean;
}

/** The easiest target: two hashes on average. */
const REGTEST_BITS = 0x207fffff;
const HALVING_BLOCKS = 150;
const FIRST_SUBSIDY = 5_000_000_000n;

/** Mines a block. */
export function mineBlock(plan: BlockPlan): WireBlock {
  const block = new WireBlock();
  const coinbase = coinbaseOf(plan);
  const transactions = [coinbase, ...plan.transactions.map(({ wire }) => wire)];
  if (plan.hasWitnesses) {
    // The witness root covers all transactions but this one, which counts as zeros (BIP 141).
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

/** The coinbase: the height first (BIP 34), then data that makes it unique. */
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
