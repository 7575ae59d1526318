import { Buffer } from 'node:buffer';
import { SandboxError } from '../sandbox-error.ts';

/** An output that a transaction spends. */
export interface SpentOutput {
  /** Of the transaction that has it, as it is written for people. */
  readonly txid: string;
  readonly vout: number;
  readonly script: Uint8Array;
  /** In satoshis. */
  readonly value: bigint;
}

/** An output in the state that a transaction finds it in. */
export interface Coin extends SpentOutput {
  /** Of its block; undefined while it is in no block. */
  readonly height: number | undefined;
  readonly isCoinbase: boolean;
}

/**
 * Consensus: proof of work, the set of unspent outputs, the choice among branches, and the script
 * rules before taproot.
 */
export interface Engine {
  /**
   * What the block after this one has to be like. @param previous a block hash as it is written for
   * people
   */
  nextBlock(previous: string): Promise<{ readonly version: number; readonly leastTime: number }>;
  /**
   * Takes a block; of several branches the one with the most work counts. @throws {SandboxError}
   * `engine-failed`
   */
  add(block: Uint8Array): Promise<void>;
  /** Hash of the newest block of the branch that counts, as it is written for people. */
  tip(): string;
  /**
   * Why the next block could not have a transaction that spends these outputs, in bitcoind's words.
   * It does not judge taproot spends, and not whether the outputs are unspent.
   */
  refusal(transaction: Uint8Array, coins: readonly Coin[]): Promise<string | undefined>;
  close(): Promise<void>;
}

/**
 * How many blocks the network of regression tests takes to count votes. Bitcoin Core has had segwit
 * active there from the first block on since 0.19; the engine is older and takes 3 × 144 blocks
 * unless it is told to count sooner.
 */
const VOTE_WINDOW = 12;
const VOTES_NEEDED = 9;

/** Blocks until segwit is active (BIP 9): defined, started, locked in, active. */
export const FIRST_SEGWIT_HEIGHT = 3 * VOTE_WINDOW;

/** Since all of them have been buried in Bitcoin Core's regtest. */
const BURIED_HEIGHT = 1;

/**
 * Loads bcoin, which takes a quarter of a second, so only those who start a chain do it.
 * @throws {SandboxError} `engine-missing`
 */
export async function startEngine(): Promise<Engine> {
  const { Block, Chain, Coin, CoinView, Script, TX, common } = await loadBcoin();
  const chain = new Chain({ network: 'regtest', memory: true });
  await chain.open();
  // It knows no witness program but version 0, and takes the others for what nobody may relay yet.
  const scriptFlags =
    flag(Script.flags, 'STANDARD_VERIFY_FLAGS') &
    ~flag(Script.flags, 'VERIFY_DISCOURAGE_UPGRADABLE_WITNESS_PROGRAM');
  const lockFlags = common.lockFlags.STANDARD_LOCKTIME_FLAGS;

  return {
    async nextBlock(previous) {
      const entry = await chain.getEntry(reverseHex(previous));
      if (entry === null) throw new SandboxError('engine-failed', `There is no block ${previous}.`);
      const [version, medianTime] = await Promise.all([
        chain.computeBlockVersion(entry),
        chain.getMedianTime(entry),
      ]);
      return { version, leastTime: medianTime + 1 };
    },
    async add(block) {
      try {
        await chain.add(Block.fromRaw(Buffer.from(block)));
      } catch (cause) {
        throw new SandboxError('engine-failed', `The engine refuses a block: ${String(cause)}`, {
          cause,
        });
      }
    },
    tip: () => reverseHex(chain.tip.hash),
    async refusal(transaction, coins) {
      const tx = TX.fromRaw(Buffer.from(transaction));
      const [isSane, insanity] = tx.checkSanity();
      if (isSane !== true) return insanity;
      if (!(await chain.verifyFinal(chain.tip, tx, lockFlags))) return 'non-final';
      const view = new CoinView();
      for (const { height, value, script, isCoinbase, txid, vout } of coins) {
        const place = {
          height: height ?? -1,
          coinbase: isCoinbase,
          hash: reverseHex(txid),
          index: vout,
        };
        view.addCoin(
          Coin.fromOptions({
            ...place,
            version: 2,
            value: Number(value),
            script: Buffer.from(script),
          }),
        );
      }
      if (!(await chain.verifyLocks(chain.tip, tx, view, lockFlags))) return 'non-BIP68-final';
      const [fee, reason] = tx.checkInputs(view, chain.tip.height + 1);
      if (fee === -1) return reason;
      if (tx.getSigopsCost(view, scriptFlags) > MOST_SIGOPS_COST) return 'bad-txns-too-many-sigops';
      return tx.verify(view, scriptFlags) ? undefined : SCRIPT_REFUSAL;
    },
    close: () => chain.close(),
  };
}

/** Bitcoin Core's MAX_STANDARD_TX_SIGOPS_COST. */
const MOST_SIGOPS_COST = 16_000;

const SCRIPT_REFUSAL = 'mandatory-script-verify-flag-failed (Script evaluated without success)';

/** Hashes are written for people with their bytes in reverse. */
function reverseHex(hash: string): string {
  return Buffer.from(hash, 'hex').reverse().toString('hex');
}

function flag(flags: Readonly<Record<string, number>>, name: string): number {
  const value = flags[name];
  if (value === undefined) throw new SandboxError('engine-failed', `bcoin has no ${name}.`);
  return value;
}

async function loadBcoin() {
  // Read once, when its cryptography is loaded: there is no compiled one.
  process.env.NODE_BACKEND ??= 'js';
  try {
    const { default: networks } = await import('bcoin/lib/protocol/networks.js');
    const { regtest } = networks;
    regtest.minerWindow = VOTE_WINDOW;
    regtest.activationThreshold = VOTES_NEEDED;
    Object.assign(regtest.block, {
      bip34height: BURIED_HEIGHT,
      bip65height: BURIED_HEIGHT,
      bip66height: BURIED_HEIGHT,
    });
    const [chain, common, view, block, coin, tx, script] = await Promise.all([
      import('bcoin/lib/blockchain/chain.js'),
      import('bcoin/lib/blockchain/common.js'),
      import('bcoin/lib/coins/coinview.js'),
      import('bcoin/lib/primitives/block.js'),
      import('bcoin/lib/primitives/coin.js'),
      import('bcoin/lib/primitives/tx.js'),
      import('bcoin/lib/script/script.js'),
    ]);
    return {
      Chain: chain.default,
      common: common.default,
      CoinView: view.default,
      Block: block.default,
      Coin: coin.default,
      TX: tx.default,
      Script: script.default,
    };
  } catch (cause) {
    throw new SandboxError('engine-missing', 'bcoin cannot be loaded. Install the sandbox again.', {
      cause,
    });
  }
}
