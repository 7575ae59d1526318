import { setTimeout as sleep } from 'node:timers/promises';
import { getAddress, parseEventLogs } from 'viem';
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

/** Blocks that are read again each time, so that a deposit which a reorganization moved back is not missed. */
const READ_AGAIN = 64n;

/**
 * Reports every deposit into any gateway of one chain, in order, and most of them more than once. Resolves when the
 * signal aborts.
 */
export async function watchDeposits({ chain, confirmations, signal, onDeposit }: DepositWatcherOptions): Promise<void> {
  const gateways = Object.values(chain.deployment.bridgeGateways).map(({ address }) => address);
  let readUpTo = -1n;
  while (!signal.aborted) {
    const confirmed = chain.heads.latest() - BigInt(confirmations);
    if (confirmed <= readUpTo) {
      const oneMore = chain.heads.next(chain.heads.latest());
      await oneMore.catch((error) => {
        if (!signal.aborted) throw error;
      });
      continue;
    }
    const fromBlock = readUpTo > READ_AGAIN ? readUpTo - READ_AGAIN : 0n;
    try {
      const logs = await chain.client.getLogs({ address: gateways, fromBlock, toBlock: confirmed });
      for (const log of parseEventLogs({ abi: BridgeGateway.abi, eventName: 'BridgeRequested', logs })) {
        onDeposit({ ...log.args, sourceTx: log.transactionHash, gateway: getAddress(log.address) });
      }
      readUpTo = confirmed;
    } catch (error) {
      // The blocks stay unread, and are asked for again.
      if (!isUnreachable(error)) throw error;
      await sleep(100);
    }
  }
}
