import { type ChainName, type Family, formatsOf } from '../swap/chains.ts';
import type { AttemptKind, StepKind, TransactionOutcome } from '../swap/swap.ts';
import { hostnameOf } from '../text/hostname.ts';

/**
 * Conclusions after which Ferryman may pay again or reports money as returned. If a chain has two
 * hosts, each needs two that agree. `final_failure`: an attempt failed on chain; `landed_cancel`: a
 * cancel used the lease; `landed_refund`: a refund succeeded; `absence`: no attempt landed and none
 * can.
 */
type WitnessedConclusion = 'final_failure' | 'landed_cancel' | 'landed_refund' | 'absence';

/** Whether success of such an attempt is one of these conclusions. */
export function freesMoney(step: StepKind, attempt: AttemptKind): boolean {
  return attempt === 'cancel' || step === 'refund';
}

/** Whether an outcome lets one of the steps in the transaction be signed again. */
export function hasFailed({
  succeeded,
  results = [],
}: Pick<TransactionOutcome, 'succeeded' | 'results'>): boolean {
  return !succeeded || results.includes(false);
}

/** A chain with a single host, and the conclusions that rest on that host alone. */
export interface SoleHost {
  chain: ChainName;
  host: string;
  decisions: readonly WitnessedConclusion[];
}

/**
 * The sole host of a chain. `undefined`: it has several.
 * @param hosts of all endpoints of the chain, with or without ports
 */
export function soleHostOf(
  { name, family }: { name: ChainName; family: Family },
  hosts: readonly string[],
): SoleHost | undefined {
  const [host, ...others] = new Set(hosts.map(hostnameOf));
  if (host === undefined || others.length > 0) return undefined;
  return { chain: name, host, decisions: conclusionsOf(family) };
}

function conclusionsOf(family: Family): readonly WitnessedConclusion[] {
  const { failsInBlocks, cancels } = formatsOf(family);
  return [
    ...(failsInBlocks ? (['final_failure'] as const) : []),
    ...(cancels ? (['landed_cancel'] as const) : []),
    'landed_refund',
    'absence',
  ];
}
