import { type Hash, type Hex, numberToHex, zeroHash } from 'viem';
import { createMutex } from '../chains/create-mutex.ts';
import { isUnreachable } from '../chains/is-unreachable.ts';
import { produceAtIntervals } from '../chains/produce-at-intervals.ts';
import { requireReplaceable } from '../chains/reorganization.ts';
import type { ChainClient, EngineClient } from '../evm/chain-client.ts';
import type { BlockProduction } from '../evm/produce-blocks.ts';
import { createReplacedCode } from '../evm/replaced-code.ts';
import type { WatchedHeads } from '../evm/watch-heads.ts';
import { blockIdOf, type ChainRecord, type Included } from './chain-record.ts';
import { isExpired, isOnThisFork } from './check-transaction.ts';
import { bandwidthGas, ENERGY_PRICE, gasLimitOf } from './resources.ts';
import { readOutcome } from './transaction-outcome.ts';
import type { TronTransaction } from './tron-transaction.ts';

interface ProductionOptions {
  readonly client: ChainClient;
  readonly engine: EngineClient;
  readonly record: ChainRecord;
  readonly heads: Pick<WatchedHeads, 'announce'>;
  readonly intervalMs: number;
  readonly signal: AbortSignal;
}

/**
 * Produces TRON's blocks until the signal aborts. The mempool is here. The engine receives a
 * transaction only for its block, from an impersonated owner.
 */
export function produceTronBlocks(options: ProductionOptions): BlockProduction {
  const { engine, record, intervalMs, signal } = options;
  let isMining = true;
  let isStalled = false;
  let isInStep = false;
  const inTurn = createMutex();
  const replacedCode = createReplacedCode(engine);

  /**
   * Drops what the engine did not include. It will be submitted again and must not be included
   * twice.
   */
  const emptyPool = () => engine.request({ method: 'anvil_dropAllTransactions', params: [] });

  /** Runs at the start, and after the engine did not answer. */
  const catchUp = async (): Promise<void> => {
    // At first the contracts are being deployed.
    if (record.length() > 0) await emptyPool();
    await appendBlocks(options, 0);
    isInStep = true;
  };

  const mine = async (): Promise<void> => {
    if (!isMining) return;
    const timestamp = Math.max(Date.now(), record.head().timestamp + 1);
    const candidates = isStalled
      ? []
      : record.pending().filter((one) => isPossible(one, record, timestamp));
    const isPayable = new Map<Hash, boolean>();
    for (const candidate of candidates)
      isPayable.set(candidate.id, await submit(candidate, options));
    await engine.setNextBlockTimestamp({ timestamp: BigInt(Math.floor(timestamp / 1_000)) });
    await engine.mine({ blocks: 1 });
    await appendBlocks(options, timestamp);
    // Drop what its owner can no longer pay or what has expired. If another transaction left too
    // little balance, try again with less.
    if (record.pending().some(({ id }) => isPayable.get(id))) await emptyPool();
    record.setPending(
      record
        .pending()
        .filter((one) => isPayable.get(one.id) !== false && isPossible(one, record, timestamp)),
    );
  };

  const produce = async (): Promise<void> => {
    try {
      await inTurn(isInStep ? mine : catchUp);
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      isInStep = false;
    }
  };

  return {
    setMining: (on) =>
      inTurn(async () => {
        isMining = on;
      }),
    stall: () =>
      inTurn(async () => {
        isStalled = true;
      }),
    endStall: () =>
      inTurn(async () => {
        isStalled = false;
      }),
    reorganize: ({ depth, drop, ...replaceable }) =>
      inTurn(async () => {
        const head = record.head().number;
        const from = requireReplaceable(BigInt(head), depth, replaceable);
        await engine.request({ method: 'anvil_reorg', params: [depth, []] });
        await replacedCode.putBack();
        const removed = record.cutFrom(Number(from));
        if (!drop) record.setPending([...removed, ...record.pending()]);
        await appendBlocks(options, 0);
        const ids = removed.map(({ id }) => id);
        return { from, removed: ids, returned: drop ? [] : ids };
      }),
    setCode: (address, bytecode) => inTurn(() => replacedCode.set(address, bytecode)),
    stopped: produceAtIntervals({ intervalMs, signal, produce }),
  };
}

/** Whether a block of this time may include it, apart from its cost. */
function isPossible(transaction: TronTransaction, record: ChainRecord, timestamp: number): boolean {
  return !isExpired(transaction, timestamp) && isOnThisFork(transaction, record);
}

/** Submits a transaction to the engine. @returns false if its owner can no longer pay for it */
async function submit(
  transaction: TronTransaction,
  { client, engine, record }: ProductionOptions,
): Promise<boolean> {
  const { contract, feeLimit } = transaction;
  const balance = await client.getBalance({ address: contract.owner });
  const isTransfer = contract.type === 'TransferContract';
  const value = isTransfer ? contract.amount : contract.callValue;
  const data: Hex = isTransfer ? '0x' : contract.data;
  const gas = isTransfer ? bandwidthGas(data) : gasLimitOf(data, feeLimit, balance - value);
  if (balance < value + gas * ENERGY_PRICE) return false;
  const call = {
    from: contract.owner,
    to: isTransfer ? contract.to : contract.contract,
    value: numberToHex(value),
    data,
    gas: numberToHex(gas),
    gasPrice: numberToHex(ENERGY_PRICE),
  };
  record.nameAtEngine(
    await engine.request({ method: 'eth_sendTransaction', params: [call] }),
    transaction,
  );
  return true;
}

/**
 * Records the blocks that are new in the engine.
 * @param timestamp of the latest one in Unix milliseconds, raised if it has to be later
 */
async function appendBlocks(
  { client, engine, record, heads }: ProductionOptions,
  timestamp: number,
): Promise<void> {
  const latest = Number(await client.getBlockNumber());
  for (let number = record.length(); number <= latest; number++) {
    const block = await client.getBlock({ blockNumber: BigInt(number) });
    const transactions = await Promise.all(
      block.transactions.flatMap((engineHash) => {
        const transaction = record.namedAtEngine(engineHash);
        return transaction === undefined
          ? []
          : [include(transaction, engineHash, { client, engine })];
      }),
    );
    const parent = number === 0 ? undefined : record.head();
    const earliest = Math.max(Number(block.timestamp) * 1_000, (parent?.timestamp ?? 0) + 1);
    record.append({
      number,
      id: blockIdOf(number, block.hash),
      parentId: parent?.id ?? zeroHash,
      timestamp: number === latest ? Math.max(timestamp, earliest) : earliest,
      transactions,
    });
    heads.announce({ number: block.number, isEmpty: block.transactions.length === 0 });
  }
}

async function include(
  transaction: TronTransaction,
  engineHash: Hash,
  engine: Pick<ProductionOptions, 'client' | 'engine'>,
): Promise<Included> {
  return { transaction, engineHash, outcome: await readOutcome(engine, transaction, engineHash) };
}
