import { setTimeout as sleep } from 'node:timers/promises';
import { parseEventLogs } from 'viem';
import { BridgeGateway } from '../evm/artifacts/BridgeGateway.ts';
import type { EvmChain } from '../evm/evm-chain.ts';
import { isUnreachable } from '../evm/is-unreachable.ts';
import type { Deposit } from './order-book.ts';

interface DepositWatcherOptions {
  readonly chain: EvmChain;
  /** Blocks on top of a deposit's block before it counts. */
  readonly confirmations: number;
  readonly signal: AbortSignal;
  onDeposit(deposit: Deposit): void;
}

/** Reports every deposit into any gateway of one chain, in order; resolves when the signal aborts. */
export async function watchDeposits({ chain, confirmations, signal, onDeposit }: DepositWatcherOptions): Promise<void> {
  const gateways = Object.values(chain.deployment.bridgeGateways).map(({ address }) => address);
  let nextBlock = 0n;
  while (!signal.aborted) {
    const confirmed = chain.heads.latest() - BigInt(confirmations);
    if (confirmed < nextBlock) {
      const oneMore = chain.heads.next(chain.heads.latest());
      await oneMore.catch((error) => {
        if (!signal.aborted) throw error;
      });
      continue;
    }
    try {
      const logs = await chain.client.getLogs({ address: gateways, fromBlock: nextBlock, toBlock: confirmed });
      for (const log of parseEventLogs({ abi: BridgeGateway.abi, eventName: 'BridgeRequested', logs })) {
        onDeposit({ ...log.args, sourceTx: log.transactionHash, gateway: log.address });
      }
      nextBlock = confirmed + 1n;
    } catch (error) {
      // The blocks stay unread, and are asked for again.
      if (!isUnreachable(error)) throw error;
      await sleep(100);
    }
  }
}
