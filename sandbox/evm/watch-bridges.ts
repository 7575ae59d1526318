import { setTimeout as sleep } from 'node:timers/promises';
import { isAddressEqual, parseEventLogs } from 'viem';
import { BRIDGE_IDS } from '../chains/bridge-ids.ts';
import { isUnreachable } from '../chains/is-unreachable.ts';
import type { BridgeWatcher } from '../common-chain.ts';
import { ClaimVault } from './artifacts/ClaimVault.ts';
import { RefundGateway } from './artifacts/RefundGateway.ts';
import type { EvmChain } from './evm-chain.ts';

type WatchedChain = Pick<EvmChain, 'definition' | 'deployment' | 'face' | 'client' | 'heads'>;

/** Blocks to read again each time, so that a deposit moved by a reorganization is not missed. */
const READ_AGAIN = 64n;

/** The events of all bridges of a chain, with the vault's claims. */
const EVENTS = [...RefundGateway.abi, ...ClaimVault.abi].filter((item) => item.type === 'event');

/**
 * Reports every deposit, refund and claim of one chain in order, most of them more than once.
 * Resolves when the signal aborts.
 */
export async function watchBridges(chain: WatchedChain, watcher: BridgeWatcher): Promise<void> {
  const { confirmations, signal } = watcher;
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
    // Empty blocks have no events, also where they replace others.
    if (chain.heads.lastUsed() <= readUpTo) {
      readUpTo = confirmed;
      continue;
    }
    const fromBlock = readUpTo > READ_AGAIN ? readUpTo - READ_AGAIN : 0n;
    try {
      const logs = await chain.client.getLogs({
        address: contracts,
        fromBlock,
        toBlock: confirmed,
      });
      for (const { eventName, args, address, transactionHash } of parseEventLogs({
        abi: EVENTS,
        logs,
      })) {
        const tx = chain.face.transactionIdOf(transactionHash);
        if (eventName === 'BridgeRequested') {
          const { orderId, token, amountReceived, ...terms } = args;
          const bridge = BRIDGE_IDS.find((id) =>
            isAddressEqual(bridgeGateways[id].address, address),
          );
          if (bridge === undefined) continue;
          watcher.onDeposit({
            orderId,
            bridge,
            chain: chain.definition.name,
            sourceTx: tx,
            token,
            amountReceived,
            terms,
          });
        }
        if (eventName === 'Refunded') watcher.onRefund({ ...args, tx });
        if (eventName === 'Claimed') watcher.onClaim({ ...args, tx });
      }
      readUpTo = confirmed;
    } catch (error) {
      // The blocks stay unread. The next round requests them again.
      if (!isUnreachable(error)) throw error;
      await sleep(100);
    }
  }
}
