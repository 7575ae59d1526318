import { isNativeToken } from '../../../core/swap/chains.ts';
import type { ChainAdapter } from '../../../ports/chain-adapter.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { DepositTarget, ScannedBlock } from '../../../ports/payments.ts';
import type { Endpoints } from '../../shared/endpoints/endpoints.ts';
import {
  answerTargets,
  lastWhole,
  newestOf,
  type SeenInBlocks,
  type TimedHead,
} from '../../shared/payments/answer-targets.ts';
import { planScans } from '../../shared/payments/plan-scans.ts';
import { perHost, searchOnHost } from '../../shared/payments/search-on-host.ts';
import type { EvmChain } from '../formats/chain.ts';
import type { Endpoint } from './endpoint.ts';
import { readBlock, readTimedHead } from './head.ts';
import { createNativeBlocks } from './native-blocks.ts';
import { nativePaymentsIn } from './native-payments.ts';
import { blocksPerQuestion } from './received.ts';
import { requireAccount } from './require-account.ts';
import type { SoughtTarget, SoughtTokenTarget } from './sought-target.ts';
import { requireTokenAddress } from './token.ts';
import { tokenPaymentsIn } from './token-payments.ts';

/** Maximum log queries per scan. Later blocks are left to the next scan. */
const maxQuestions = 20n;

/**
 * Finds payments to all targets together: tokens by logs, native coins by blocks, each read once.
 * Payments of native coins by contracts are found only if an endpoint provides traces. `payer` is
 * the sender of the transfer, which may be a contract. There are no memos.
 */
export function createPaymentsTo(
  endpoints: Endpoints<Endpoint>,
  chain: EvmChain,
  now: Clock['now'],
): ChainAdapter['paymentsTo'] {
  const blocksOf = perHost(() => createNativeBlocks(endpoints, now));

  async function scanCoins(
    endpoint: Endpoint,
    { latest, final }: TimedHead,
    targets: readonly SoughtTarget[],
  ) {
    const nativeBlocks = blocksOf(endpoint);
    const scanned = new Map<DepositTarget, SeenInBlocks>();
    for (const scan of planScans(targets, latest, nativeBlocks.reach())) {
      const blocks = await nativeBlocks.read(endpoint, { ...scan, final });
      const upTo = blocks.at(-1)?.number ?? scan.from - 1n;
      const paymentsOf = await nativePaymentsIn(endpoint, blocks, final, scan.targets);
      const last = lastWhole(blocks);
      const through = last && { through: scannedBlock(last) };
      for (const sought of scan.targets)
        scanned.set(sought.target, { payments: paymentsOf(sought), upTo, ...through });
    }
    return scanned;
  }

  async function scanTokens(
    endpoint: Endpoint,
    head: TimedHead,
    targets: readonly SoughtTokenTarget[],
  ) {
    const scanned = new Map<DepositTarget, SeenInBlocks>();
    for (const scan of planScans(targets, head.latest, maxQuestions * blocksPerQuestion)) {
      const { upTo } = scan;
      const through =
        upTo === head.latest ? newestOf(head) : scannedBlock(await readBlock(endpoint, upTo));
      const paymentsOf = await tokenPaymentsIn(endpoint, chain, scan, head.final);
      for (const sought of scan.targets)
        scanned.set(sought.target, { payments: paymentsOf(sought), upTo, through });
    }
    return scanned;
  }

  return async (targets, host) => {
    if (targets.length === 0) return [];
    const coins: SoughtTarget[] = [];
    const tokens: SoughtTokenTarget[] = [];
    for (const target of targets) {
      const sought = { target, account: requireAccount(target.account), after: target.after };
      if (isNativeToken(chain, target.token)) coins.push(sought);
      else tokens.push({ ...sought, token: requireTokenAddress(chain, target.token) });
    }
    return searchOnHost(endpoints, host, async (endpoint) => {
      const head = await readTimedHead(endpoint, chain);
      const scanned = new Map([
        ...(await scanTokens(endpoint, head, tokens)),
        ...(await scanCoins(endpoint, head, coins)),
      ]);
      return answerTargets(targets, scanned, head, chain);
    });
  };
}

function scannedBlock({ number, timestamp }: { number: bigint; timestamp: bigint }): ScannedBlock {
  return { number, time: Number(timestamp) * 1_000 };
}
