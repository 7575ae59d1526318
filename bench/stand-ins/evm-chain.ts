import { createHash } from 'node:crypto';
import type { Hex } from 'viem';
import {
  gateway,
  nativeToken,
  payer,
  paySelector,
  pool,
  swapSelector,
  token,
} from './addresses.ts';
import type { DecodedTransaction } from './decode-transaction.ts';
import { addressAt, addressWord, numberAt, word } from './hex.ts';
import { createValuesByBlock, type ValuesByBlock } from './values-by-block.ts';

export interface Log {
  address: string;
  topics: Hex[];
  data: Hex;
}

export interface Transaction {
  hash: Hex;
  from: string;
  to: string;
  value: bigint;
  nonce: number;
  data: string;
  /** Maximum wei per gas. */
  maxFeePerGas: bigint;
}

export interface MinedTransaction extends Transaction {
  block: Block;
  index: number;
  succeeded: boolean;
  logs: Log[];
  /** Index of its first log in the block. */
  firstLogIndex: number;
}

export interface Block {
  number: number;
  hash: Hex;
  parentHash: Hex;
  /** Unix seconds. */
  timestamp: number;
  transactions: MinedTransaction[];
}

/** The effects of a call, before the balance of its sender is checked. */
interface Effects {
  succeeded: boolean;
  moves: { from: string; to: string; amount: bigint; token: 'coin' | 'token' }[];
}

export interface EvmChain {
  name: string;
  chainId: number;
  balances: ValuesByBlock;
  tokenBalances: ValuesByBlock;
  nonces: ValuesByBlock;
  head(): Block;
  blockAt(number: number): Block | undefined;
  blockOf(hash: string): Block | undefined;
  mined(hash: string): MinedTransaction | undefined;
  pending(hash: string): Transaction | undefined;
  /** The next nonce of an account, counting the pool. */
  pendingNonce(account: string): number;
  /** Puts a transaction into the pool. Throws a node's message if it cannot be included. */
  send(decoded: DecodedTransaction, from: string): void;
  /** Pays out as a provider, in the next block. */
  payOut(
    payout: { receiver: string; amount: bigint; isToken: boolean },
    included: (txId: string) => void,
  ): void;
  /** While held, blocks include nothing from the pool. */
  hold(isHeld: boolean): void;
  /** Produces the next block. */
  produce(): Block;
}

export const baseFeePerGas = 1_000_000_000n;
export const gasUsed = 90_000n;
/** A real chain is never empty when a program connects. */
const firstBlocks = 64;
/** keccak-256 of `Transfer(address,address,uint256)`. */
const transferTopic: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** Initial balance of every account in wei. No account runs out during the bench. */
const plenty = 10n ** 27n;

export function effectsOf({
  from,
  to,
  value,
  data,
}: Pick<Transaction, 'from' | 'to' | 'value' | 'data'>): Effects {
  const coins = value > 0n ? [{ from, to, amount: value, token: 'coin' as const }] : [];
  if (to === pool && data.startsWith(swapSelector)) {
    const bought = {
      from: pool,
      to: addressAt(data, 1),
      amount: numberAt(data, 2),
      token: 'token' as const,
    };
    return { succeeded: value > 0n, moves: [...coins, bought] };
  }
  if (to === gateway)
    return { succeeded: value > 0n && data.startsWith(paySelector), moves: coins };
  return { succeeded: to !== pool && to !== token, moves: coins };
}

/** The logs of the moved amounts. A node adds logs for the coin only in simulations. */
export function logsOf({ moves }: Effects): Log[] {
  return moves.flatMap(({ from, to, amount, token: kind }) =>
    kind === 'token'
      ? [
          {
            address: token,
            topics: [transferTopic, addressWord(from), addressWord(to)],
            data: word(amount),
          },
        ]
      : [],
  );
}

/** One chain in memory. It answers at once, and everything that Ferryman checks is consistent. */
export function createEvmChain(
  { name, chainId }: { name: string; chainId: number },
  included: (transaction: MinedTransaction) => void,
): EvmChain {
  const balances = createValuesByBlock(() => plenty);
  const tokenBalances = createValuesByBlock((account) =>
    account === pool || account === payer ? plenty : 0n,
  );
  const nonces = createValuesByBlock(() => 0n);
  const blocks: Block[] = [];
  const byHash = new Map<string, Block>();
  const mined = new Map<string, MinedTransaction>();
  const pools = new Map<string, Map<number, Transaction>>();
  const waiting = new Map<string, Transaction>();
  let payouts: { transaction: Transaction; included: (txId: string) => void }[] = [];
  let isHeld = false;
  let payoutCount = 0;

  const head = (): Block => {
    const block = blocks.at(-1);
    if (!block) throw new Error('the chain has no block');
    return block;
  };

  function move(ledger: ValuesByBlock, block: number, account: string, delta: bigint): void {
    ledger.set(account, block, ledger.at(account) + delta);
  }

  function apply(transaction: Transaction, block: Block): MinedTransaction {
    const effects = effectsOf(transaction);
    const { succeeded } = effects;
    for (const { from, to, amount, token: kind } of succeeded ? effects.moves : []) {
      const ledger = kind === 'coin' ? balances : tokenBalances;
      move(ledger, block.number, from, -amount);
      move(ledger, block.number, to, amount);
    }
    move(balances, block.number, transaction.from, -gasUsed * baseFeePerGas);
    nonces.set(transaction.from, block.number, BigInt(transaction.nonce + 1));
    const logs = succeeded ? logsOf(effects) : [];
    const { transactions } = block;
    const last = transactions.at(-1);
    const firstLogIndex = last ? last.firstLogIndex + last.logs.length : 0;
    const done = {
      ...transaction,
      block,
      index: transactions.length,
      succeeded,
      logs,
      firstLogIndex,
    };
    transactions.push(done);
    mined.set(transaction.hash, done);
    return done;
  }

  function nextOf(account: string): Transaction | undefined {
    return pools.get(account)?.get(Number(nonces.at(account)));
  }

  function produce(): Block {
    const parent = blocks.at(-1);
    const number = (parent?.number ?? -1) + 1;
    const hash: Hex = `0x${createHash('sha256').update(`${name} ${number}`).digest('hex')}`;
    const parentHash = parent?.hash ?? word(0);
    const block: Block = {
      number,
      hash,
      parentHash,
      timestamp: Math.floor(Date.now() / 1_000),
      transactions: [],
    };
    blocks.push(block);
    byHash.set(hash, block);
    const paying = payouts;
    payouts = [];
    for (const { transaction, included: tell } of paying) {
      tell(apply({ ...transaction, nonce: Number(nonces.at(payer)) }, block).hash);
    }
    for (const account of isHeld ? [] : pools.keys()) {
      for (let next = nextOf(account); next; next = nextOf(account)) {
        pools.get(account)?.delete(next.nonce);
        waiting.delete(next.hash);
        included(apply(next, block));
      }
      if (pools.get(account)?.size === 0) pools.delete(account);
    }
    return block;
  }

  for (let count = 0; count < firstBlocks; count += 1) produce();
  return {
    name,
    chainId,
    balances,
    tokenBalances,
    nonces,
    head,
    blockAt: (number) => blocks[number],
    blockOf: (hash) => byHash.get(hash),
    mined: (hash) => mined.get(hash),
    pending: (hash) => waiting.get(hash),
    pendingNonce(account) {
      let nonce = Number(nonces.at(account));
      while (pools.get(account)?.has(nonce)) nonce += 1;
      return nonce;
    },
    send({ hash, nonce, to, value, data, maxFeePerGas }, from) {
      if (mined.has(hash) || waiting.has(hash)) throw new Error('already known');
      if (nonce < Number(nonces.at(from))) throw new Error('nonce too low');
      if (maxFeePerGas < baseFeePerGas) throw new Error('transaction underpriced');
      const own = pools.get(from) ?? new Map<number, Transaction>();
      pools.set(from, own);
      const replaced = own.get(nonce);
      // go-ethereum requires a ten percent higher fee.
      if (replaced && maxFeePerGas * 10n < replaced.maxFeePerGas * 11n) {
        throw new Error('replacement transaction underpriced');
      }
      if (replaced) waiting.delete(replaced.hash);
      const transaction = { hash, from, to, value, nonce, data, maxFeePerGas };
      own.set(nonce, transaction);
      waiting.set(hash, transaction);
    },
    payOut({ receiver, amount, isToken }, tell) {
      payoutCount += 1;
      const hash: Hex = `0x${createHash('sha256').update(`${name} payout ${payoutCount}`).digest('hex')}`;
      const to = isToken ? pool : receiver;
      const data = isToken
        ? `${swapSelector}${word(0).slice(2)}${addressWord(receiver).slice(2)}${word(amount).slice(2)}`
        : '0x';
      const value = isToken ? 1n : amount;
      payouts.push({
        transaction: { hash, from: payer, to, value, nonce: 0, data, maxFeePerGas: baseFeePerGas },
        included: tell,
      });
    },
    hold(held) {
      isHeld = held;
    },
    produce,
  };
}

/** Whether an address is one of the coin's. */
export function isCoin(address: string): boolean {
  return address.toLowerCase() === nativeToken;
}
