import { Buffer } from 'node:buffer';
import { SandboxError } from '../sandbox-error.ts';

/** An output that a transaction spends. */
export interface SpentOutput {
  /** The transaction of the output, in display byte order. */
  readonly txid: string;
  readonly vout: number;
  readonly script: Uint8Array;
  /** In satoshis. */
  readonly value: bigint;
}

/** An output with the height of its block. */
export interface Coin extends SpentOutput {
  /** Undefined if it is in no block. */
  readonly height: number | undefined;
  readonly isCoinbase: boolean;
}

/**
 * Consensus: proof of work, unspent outputs, branch selection, and the script rules before taproot.
 */
export interface Engine {
  /**
   * The requirements for the block after `previous`.
   * @param previous a block hash in display byte order
   */
  nextBlock(previous: string): Promise<{ readonly version: number; readonly leastTime: number }>;
  /**
   * Adds a block. The branch with the most work wins.
   * @throws {SandboxError} `engine-failed`
   */
  add(block: Uint8Array): Promise<void>;
  /** Hash of the newest block of the winning branch, in display byte order. */
  tip(): string;
  /**
   * Why the next block cannot contain a transaction that spends these outputs, as bitcoind words
   * it. It checks neither taproot spends nor whether the outputs are unspent.
   */
  refusal(transaction: Uint8Array, coins: readonly Coin[]): Promise<string | undefined>;
  close(): Promise<void>;
}

/**
 * Length of a BIP 9 voting window. Bitcoin Core's regtest has segwit active from the first block
 * since 0.19. The engine is older and needs 3 × 144 blocks by default.
 */
const VOTE_WINDOW = 12;
const VOTES_NEEDED = 9;

/** Blocks until segwit is active (BIP 9): defined, started, locked in, active. */
export const FIRST_SEGWIT_HEIGHT = 3 * VOTE_WINDOW;

/** Bitcoin Core's regtest has buried all of these deployments. */
const BURIED_HEIGHT = 1;

/**
 * Loads bcoin on demand, because that takes a quarter of a second.
 * @throws {SandboxError} `engine-missing`
 */
export async function startEngine(): Promise<Engine> {
  const { Block, Chain, Coin, CoinView, Script, TX, common } = await loadBcoin();
  const chain = new Chain({ network: 'regtest', memory: true });
  await chain.open();
  // The engine knows only witness version 0 and treats later versions as not yet relayable.
  const scriptFlags =
    flag(Script.flags, 'STANDARD_VERIFY_FLAGS') &
    ~flag(Script.flags, 'VERIFY_DISCOURAGE_UPGRADABLE_WITNESS_PROGRAM');
  const lockFlags = common.lockFlags.STANDARD_LOCKTIME_FLAGS;

  return {
    async nextBlock(previous) {
      const entry = await chain.getEntry(reverseHex(previous));
      if (entry === null)
        throw new SandboxError('engine-failed', `The engine has no block ${previous}.`);
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

/** Display byte order is the reverse of the wire's. */
function reverseHex(hash: string): string {
  return Buffer.from(hash, 'hex').reverse().toString('hex');
}

function flag(flags: Readonly<Record<string, number>>, name: string): number {
  const value = flags[name];
  if (value === undefined) throw new SandboxError('engine-failed', `bcoin has no ${name}.`);
  return value;
}

async function loadBcoin() {
  // bcoin reads this once, when it loads its cryptography. There is no native backend.
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
