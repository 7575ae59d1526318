import { setTimeout as sleep } from 'node:timers/promises';
import { getAddress, type Hash, type Hex, parseEventLogs } from 'viem';
import { ClaimVault } from '../evm/artifacts/ClaimVault.ts';
import { RefundGateway } from '../evm/artifacts/RefundGateway.ts';
import type { EvmChain } from '../evm/evm-chain.ts';
import { isUnreachable } from '../evm/is-unreachable.ts';
import type { Deposit } from './order-book.ts';

interface WatcherOptions {
  readonly chain: EvmChain;
  /** Blocks on top of an event's block before it counts. */
  readonly confirmations: number;
  readonly signal: AbortSignal;
  onDeposit(deposit: Deposit): void;
  onRefund(refund: Withdrawal): void;
  onClaim(claim: Withdrawal): void;
}

/** Money that left a contract because somebody sent the refund or the claim endpoint's transaction. */
export interface Withdrawal {
  readonly orderId: Hex;
  readonly tx: Hash;
  /** What left the contract, in base units. */
  readonly amount: bigint;
}

/** Blocks that are read again each time, so that a deposit which a reorganization moved back is not missed. */
const READ_AGAIN = 64n;

/** What all bridges of one chain emit, the vault's claims included. */
const EVENTS = [...RefundGateway.abi, ...ClaimVault.abi].filter((item) => item.type === 'event');

/**
 * Reports every deposit, refund and claim of one chain, in order, and most of them more than once. Resolves when the
 * signal aborts.
 */
export async function watchBridges(options: WatcherOptions): Promise<void> {
  const { chain, confirmations, signal } = options;
  const { bridgeGateways, claimVault } = chain.deployment;
  const contracts = [...Object.values(bridgeGateways).map(({ address }) => address), claimVault];
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
      const logs = await chain.client.getLogs({ address: contracts, fromBlock, toBlock: confirmed });
      for (const { eventName, args, address, transactionHash } of parseEventLogs({ abi: EVENTS, logs })) {
        const tx = chain.face.transactionIdOf(transactionHash);
        const [name, gateway] = [chain.definition.name, getAddress(address)];
        if (eventName === 'BridgeRequested') options.onDeposit({ ...args, chain: name, sourceTx: tx, gateway });
        if (eventName === 'Refunded') options.onRefund({ ...args, tx });
        if (eventName === 'Claimed') options.onClaim({ ...args, tx });
      }
      readUpTo = confirmed;
    } catch (error) {
      // The blocks stay unread, and are asked for again.
      if (!isUnreachable(error)) throw error;
      await sleep(100);
    }
  }
}
