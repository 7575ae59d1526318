import { type Transaction, Block as WireBlock } from 'bitcoinjs-lib';
import { createMutex } from '../chains/create-mutex.ts';
import {
  type Reorganization,
  type ReorganizeOptions,
  requireReplaceable,
} from '../chains/reorganization.ts';
import { SandboxError } from '../sandbox-error.ts';
import { type Block, mineBlock } from './block.ts';
import { type ChainIndex, createChainIndex } from './chain-index.ts';
import { checkTransaction } from './check-transaction.ts';
import { type Coin, type Engine, FIRST_SEGWIT_HEIGHT } from './engine.ts';
import { createMempool, type Mempool } from './mempool.ts';
import { readTransaction } from './read-transaction.ts';
import type { Refusal } from './refusal.ts';
import {
  type Outpoint,
  type ResolvedTransaction,
  resolveTransaction,
} from './resolved-transaction.ts';
import { selectTransactions } from './select-transactions.ts';
import type { ScriptVerifier } from './verify-scripts.ts';

export interface BlockchainOptions {
  readonly engine: Engine;
  readonly scripts: ScriptVerifier;
  /** Number of confirmations after which a block is final. */
  readonly finalityDepth: number;
  /**
   * The scripts that share the reward of a block equally. The first `MATURE_COINBASES` rewards are
   * spendable from the start.
   */
  rewardScripts(height: number): readonly Uint8Array[];
}

type Submission =
  | { readonly kind: 'accepted'; readonly txid: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/**
 * The chain of blocks and the mempool with its acceptance rules. Blocks come only from `produce`.
 */
export interface Blockchain {
  readonly index: ChainIndex;
  readonly mempool: Mempool;
  tip(): Block;
  /**
   * Accepts a transaction into the mempool, as bitcoind's `sendrawtransaction` does.
   * @param hex the text of the request
   */
  submit(hex: string): Promise<Submission>;
  /**
   * Mines the next block.
   * @param leastFeeRate minimum fee rate in satoshis per virtual byte
   */
  produce(leastFeeRate?: number): Promise<Block>;
  /**
   * Replaces the newest blocks by empty ones, plus one more, because the new branch needs more
   * work.
   * @throws {SandboxError} `bad-request` if the depth reaches final blocks or the prepared ones
   */
  reorganize(options: ReorganizeOptions): Promise<Reorganization<string>>;
  /**
   * Evicts a transaction with its descendants from the mempool.
   * @returns all evicted
   */
  evict(txid: string): Promise<readonly string[]>;
}

/** Number of first blocks whose coinbases are spendable from the start. */
export const MATURE_COINBASES = 20;
const COINBASE_MATURITY = 100;
const PREPARED_BLOCKS = COINBASE_MATURITY + MATURE_COINBASES;
/** Interval of the blocks that are prepared at the start, in seconds. */
const PREPARED_INTERVAL = 600;

/**
 * The default `maxfeerate` of Bitcoin Core's `sendrawtransaction`: 0.1 bitcoin per 1,000 virtual
 * bytes.
 */
const MOST_FEE_RATE = 10_000n;

/** Creates a chain whose first coinbases are mature. */
export async function createBlockchain(options: BlockchainOptions): Promise<Blockchain> {
  const { engine, scripts, finalityDepth } = options;
  const index = createChainIndex();
  const mempool = createMempool();
  const inTurn = createMutex();
  let made = 0;

  const tip = (): Block => {
    const block = index.tip();
    if (block === undefined)
      throw new SandboxError('engine-failed', 'The chain has no first block.');
    return block;
  };

  const append = (
    wire: WireBlock,
    selected: readonly ResolvedTransaction[],
    height: number,
  ): Block => {
    const coinbases = (wire.transactions ?? [])
      .slice(0, 1)
      .map((coinbase) => resolveTransaction(coinbase, []));
    const times = [
      wire.timestamp,
      ...Array.from({ length: 10 }, (_, age) => index.atHeight(height - 1 - age)?.time),
    ];
    const known = times.flatMap((time) => time ?? []).sort((one, other) => one - other);
    const medianTime = known[Math.floor(known.length / 2)] ?? wire.timestamp;
    const transactions = [...coinbases, ...selected];
    const block = {
      hash: wire.getId(),
      height,
      time: wire.timestamp,
      medianTime,
      transactions,
      wire,
    };
    index.append(block);
    return block;
  };

  const mine = async (
    previous: Block,
    height: number,
    transactions: readonly ResolvedTransaction[],
    now: number,
  ) => {
    const { version, leastTime } = await engine.nextBlock(previous.hash);
    const time = Math.max(now, leastTime);
    const hasWitnesses = height >= FIRST_SEGWIT_HEIGHT;
    const rewardScripts = options.rewardScripts(height);
    const plan = {
      height,
      version,
      time,
      previous: previous.hash,
      transactions,
      rewardScripts,
      extraNonce: ++made,
    };
    const wire = mineBlock({ ...plan, hasWitnesses });
    await engine.add(wire.toBuffer());
    return wire;
  };

  const make = async (leastFeeRate: number, now: number): Promise<Block> => {
    const previous = tip();
    const selected = selectTransactions(mempool, leastFeeRate);
    const wire = await mine(previous, previous.height + 1, selected, now);
    mempool.remove(selected);
    return append(wire, selected, previous.height + 1);
  };

  const findCoin = (outpoint: Outpoint): Coin | undefined => {
    const included = index.find(outpoint.txid);
    const { wire } = included?.transaction ?? mempool.get(outpoint.txid) ?? {};
    const output = wire?.outs[outpoint.vout];
    if (wire === undefined || output === undefined || index.spenderOf(outpoint) !== undefined)
      return undefined;
    const { script, value } = output;
    return {
      ...outpoint,
      script,
      value,
      height: included?.block.height,
      isCoinbase: wire.isCoinbase(),
    };
  };
  const tools = { engine, scripts, mempool, findCoin, height: () => tip().height };

  const accept = async (wire: Transaction): Promise<Refusal | undefined> => {
    const verdict = await checkTransaction(wire, tools);
    if (verdict.kind === 'refused') return verdict.refusal;
    const { transaction, evicted } = verdict;
    if (transaction.fee > MOST_FEE_RATE * BigInt(transaction.virtualSize)) return FEE_EXCEEDED;
    mempool.remove(evicted);
    mempool.add(transaction);
    index.noteScripts(transaction);
    return undefined;
  };

  const submit = async (hex: string): Promise<Submission> => {
    const wire = readTransaction(hex);
    if (wire === undefined) return { kind: 'refused', refusal: UNREADABLE };
    const txid = wire.getId();
    if (
      wire.outs.some(
        (_, vout) => index.find(txid) !== undefined && findCoin({ txid, vout }) !== undefined,
      )
    ) {
      return { kind: 'refused', refusal: ALREADY_INCLUDED };
    }
    if (mempool.get(txid) !== undefined) return { kind: 'accepted', txid };
    if (wire.outs.some(({ script, value }) => script[0] === OP_RETURN && value > 0n)) {
      return { kind: 'refused', refusal: BURN_EXCEEDED };
    }
    const refusal = await accept(wire);
    return refusal === undefined ? { kind: 'accepted', txid } : { kind: 'refused', refusal };
  };

  const reorganize = async ({
    depth,
    drop,
  }: ReorganizeOptions): Promise<Reorganization<string>> => {
    const { height } = tip();
    const from = requireReplaceable(BigInt(height), depth, {
      finalityDepth,
      firstBlock: BigInt(PREPARED_BLOCKS + 1),
    });
    const replaced = Array.from({ length: depth }, () => index.takeBack()).flatMap(
      (block) => block ?? [],
    );
    for (let next = Number(from); next <= height + 1; next++) {
      append(await mine(tip(), next, [], nowSeconds()), [], next);
    }
    if (engine.tip() !== tip().hash)
      throw new SandboxError('engine-failed', 'The engine stays on the other branch.');
    const removed = replaced.reverse().flatMap(({ transactions }) => transactions.slice(1));
    const waiting = mempool.all();
    mempool.remove(waiting);
    for (const { wire } of [...(drop ? [] : removed), ...waiting]) await accept(wire);
    const txids = removed.map(({ txid }) => txid);
    return {
      from,
      removed: txids,
      returned: txids.filter((txid) => mempool.get(txid) !== undefined),
    };
  };

  const start = nowSeconds();
  append(genesisBlock(), [], 0);
  for (let left = PREPARED_BLOCKS; left > 0; left--)
    await make(0, start - left * PREPARED_INTERVAL);
  return {
    index,
    mempool,
    tip,
    submit: (hex) => inTurn(() => submit(hex)),
    produce: (leastFeeRate = 0) => inTurn(() => make(leastFeeRate, nowSeconds())),
    reorganize: (how) => inTurn(() => reorganize(how)),
    evict: (txid) =>
      inTurn(async () => {
        const transaction = mempool.get(txid);
        const evicted =
          transaction === undefined ? [] : [transaction, ...mempool.descendantsOf(transaction)];
        mempool.remove(evicted);
        return evicted.map((one) => one.txid);
      }),
  };
}

const OP_RETURN = 0x6a;
const UNREADABLE: Refusal = {
  code: -22,
  message: 'TX decode failed. Make sure the tx has at least one input.',
};
const ALREADY_INCLUDED: Refusal = { code: -27, message: 'Transaction outputs already in utxo set' };
const FEE_EXCEEDED: Refusal = {
  code: -25,
  message: 'Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)',
};
const BURN_EXCEEDED: Refusal = {
  code: -25,
  message: 'Unspendable output exceeds maximum configured by user (maxburnamount)',
};

function nowSeconds(): number {
  return Math.floor(Date.now() / 1_000);
}

/** The genesis block of regtest (src/kernel/chainparams.cpp of Bitcoin Core). */
function genesisBlock(): WireBlock {
  return WireBlock.fromHex(
    '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f61' +
      '7fc81bc3888a51323a9fb8aa4b1e5e4adae5494dffff7f200200000001010000000100000000000000000000000000000000' +
      '00000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d65732030332f4a616e2f32303039' +
      '204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73ffff' +
      'ffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f' +
      '4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000',
  );
}
