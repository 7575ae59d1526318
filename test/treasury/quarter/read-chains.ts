import { parseAbi, parseEventLogs } from 'viem';
import type { EvmChainName } from '../../../sandbox/endpoints.ts';
import type { Signed } from './record-signatures.ts';
import type { Stage } from './stage.ts';

const transfers = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
]);

/** A signed transaction as its chain shows it. */
export interface Landed {
  isSuccess: boolean;
  /** Base units by `token from` and `token to`, in lower case. */
  sent: ReadonlyMap<string, bigint>;
  arrived: ReadonlyMap<string, bigint>;
}

/** What became of what was signed, by transaction id. What never landed is not in it. */
export async function readLanded(stage: Stage): Promise<Map<string, Landed>> {
  const landed = new Map<string, Landed>();
  for (const { txId, chain } of stage.signed) {
    if (landed.has(txId)) continue;
    const receipt = await stage
      .client(chain as EvmChainName)
      .getTransactionReceipt({ hash: txId as `0x${string}` })
      .catch(() => undefined);
    if (!receipt) continue;
    const [sent, arrived] = [new Map<string, bigint>(), new Map<string, bigint>()];
    for (const { address, args } of parseEventLogs({ abi: transfers, logs: receipt.logs })) {
      add(sent, `${address} ${args.from}`, args.value);
      add(arrived, `${address} ${args.to}`, args.value);
    }
    landed.set(txId, { isSuccess: receipt.status === 'success', sent, arrived });
  }
  return landed;
}

function add(sums: Map<string, bigint>, name: string, amount: bigint): void {
  const key = name.toLowerCase();
  sums.set(key, (sums.get(key) ?? 0n) + amount);
}

/** Payments that landed. The same bytes may have been signed again. */
export function paidOf(signed: readonly Signed[], landed: ReadonlyMap<string, Landed>): Signed[] {
  const paid = signed.filter(({ payment, txId }) => payment && landed.get(txId)?.isSuccess);
  return [...new Map(paid.map((one) => [`${one.txId} ${one.swapId}`, one])).values()];
}

/**
 * Wallets that sent another number of transactions than of those that were signed landed: one of them
 * was signed elsewhere, or twice.
 */
export async function sentByOthers(
  stage: Stage,
  landed: ReadonlyMap<string, Landed>,
): Promise<string[]> {
  const faults: string[] = [];
  for (const chain of ['ETH', 'POLYGON', 'ARBITRUM'] as const)
    for (const [wallet, address] of Object.entries(stage.wallets)) {
      const own = stage.signed.filter(
        (one) => one.wallet === wallet && one.chain === chain && landed.has(one.txId),
      );
      const known = new Set(own.map(({ txId }) => txId)).size;
      const sent = await stage.client(chain).getTransactionCount({ address });
      if (sent !== known) faults.push(`${wallet} sent ${sent} on ${chain}, and signed ${known}`);
    }
  return faults;
}
