import {
  type Address,
  BlockNotFoundError,
  getAddress,
  type Hash,
  parseAbi,
  zeroAddress,
} from 'viem';
import type { Transfer, TransferQuery } from '../chains/transfer.ts';
import type { EvmChain } from './evm-chain.ts';

/** The transfers of one block, in the engine's form. */
interface ReadBlock {
  readonly hash: Hash;
  readonly transfers: readonly EngineTransfer[];
}

type EngineTransfer = Omit<Transfer, 'tx' | 'memo'> & { readonly engineHash: Hash };

const [TRANSFER] = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
]);

/**
 * Reads native transfers of transactions, and token transfers from events. Native transfers by
 * contracts emit no event and are not found. A block is read once while it is in the chain.
 */
export function createTransferReader({
  client,
  face,
  deployment,
}: Pick<EvmChain, 'client' | 'face' | 'deployment'>) {
  const listed: readonly Address[] = deployment.tokens.map(({ address }) => address);
  let known = new Map<bigint, ReadBlock>();

  /** Reads from the newest block back to a known parent. */
  const bringUpToDate = async ({ from, to }: TransferQuery): Promise<void> => {
    const current = new Map<bigint, ReadBlock>();
    let child: Hash | undefined;
    for (let blockNumber = to; blockNumber >= from; blockNumber--) {
      const before = known.get(blockNumber);
      if (before !== undefined && before.hash === child) {
        for (const [number, block] of known)
          if (number <= blockNumber && number >= from) current.set(number, block);
        break;
      }
      const block = await client.getBlock({ blockNumber, includeTransactions: true });
      child = block.parentHash;
      current.set(blockNumber, before?.hash === block.hash ? before : await readBlock(block));
    }
    known = current;
  };

  /**
   * The node has no logs of a block that was replaced meanwhile, and answers with its own error.
   */
  const readLogs = async (blockNumber: bigint, blockHash: Hash) => {
    try {
      return await client.getLogs({ blockHash, event: TRANSFER });
    } catch (error) {
      const standing = await client.getBlock({ blockNumber });
      throw standing.hash === blockHash ? error : new BlockNotFoundError({ blockHash });
    }
  };

  const readBlock = async (block: {
    hash: Hash;
    number: bigint;
    transactions: readonly { hash: Hash; to: Address | null; value: bigint }[];
  }): Promise<ReadBlock> => {
    const { hash, number, transactions } = block;
    const coins = transactions.flatMap((transaction): EngineTransfer[] => {
      const { to, value: amount, hash: engineHash } = transaction;
      if (to === null || amount === 0n) return [];
      return [
        {
          engineHash,
          part: 'value',
          block: number,
          to: getAddress(to),
          token: zeroAddress,
          amount,
        },
      ];
    });
    const logs = transactions.length === 0 ? [] : await readLogs(number, hash);
    const first = new Map<Hash, number>();
    const tokens = logs.flatMap(
      ({ address, args, transactionHash: engineHash, logIndex }): EngineTransfer[] => {
        if (args.to === undefined || args.value === undefined) return [];
        // The index among the logs of its own transaction. The index within the block changes when
        // a reorganization moves the transaction.
        if (!first.has(engineHash)) first.set(engineHash, logIndex);
        const part = `log ${logIndex - (first.get(engineHash) ?? 0)}`;
        return [
          {
            engineHash,
            part,
            block: number,
            to: args.to,
            token: getAddress(address),
            amount: args.value,
          },
        ];
      },
    );
    return { hash, transfers: [...coins, ...tokens.filter(({ token }) => listed.includes(token))] };
  };

  return async (query: TransferQuery): Promise<Transfer[] | undefined> => {
    try {
      await bringUpToDate(query);
    } catch (error) {
      if (error instanceof BlockNotFoundError) return undefined;
      throw error;
    }
    return [...known.values()]
      .flatMap(({ transfers }) => transfers)
      .sort((one, other) => Number(one.block - other.block))
      .filter(({ to, amount }) => amount > 0n && query.receivers.has(to))
      .map(({ engineHash, ...transfer }) => ({
        ...transfer,
        tx: face.transactionIdOf(engineHash),
        memo: face.memoOf(engineHash),
      }));
  };
}
