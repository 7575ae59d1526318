import type { Lease, Step } from '../../core/swap/swap.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { LeaseProof } from '../../ports/lease-proof.ts';
import type { AttributionStore } from '../../ports/stores/attribution-store.ts';
import type { LostConsumer } from '../../ports/stores/recovery-store.ts';
import { compareJournal } from '../compare-journal.ts';
import { adapterOf, type ExecutorContext, type SigningLogStores } from '../context.ts';
import { verifyJournal } from '../verify-journal.ts';

type UsedProof = Extract<LeaseProof, { kind: 'used_by_stranger' }>;

/**
 * Names the lost attempt that used a lease after a journal rollback: it is not an external
 * transaction. The attempt cannot be imported before this proof, so the proof names it and is
 * stored first. Returns `undefined` if the journal knows more by now: prove the lease again.
 */
export async function nameLeaseConsumer(
  context: ExecutorContext<AttributionStore & SigningLogStores>,
  { chain }: Pick<Step, 'chain'>,
  lease: Lease,
  proof: UsedProof,
): Promise<UsedProof | undefined> {
  const { journal } = context;
  const { kind, missingLogs } = await compareJournal(context);
  if (kind === 'missing_attempts') return verifyAgain(context);
  const { attempts, isWhole } = await journal.lostConsumers(lease.id);
  const { usedBy } = proof.evidence;
  const consumers = usedBy
    ? attempts.filter(({ txId }) => usedBy.includes(txId))
    : await findLanded(context, chain, lease, attempts);
  // If the consumer is the lease's own bump or cancel, the lease has landed once that is imported.
  if (consumers.some(({ isOfLease }) => isOfLease))
    return kind === 'same' ? proof : verifyAgain(context);
  if (usedBy ? await areOwn(context, chain, usedBy) : consumers.length > 0)
    return withConsumers(proof, consumers);
  // All signed attempts are known, and none of them used the lease.
  if (kind === 'same' || (missingLogs.length === 0 && isWhole)) return proof;
  return verifyAgain(context);
}

/** Throws `JOURNAL_WENT_BACK` until everything lost is imported. */
async function verifyAgain(context: ExecutorContext<SigningLogStores>): Promise<undefined> {
  await verifyJournal(context);
  return undefined;
}

/**
 * Asks the chain which attempt used a lease if the proof does not name it. The answer may allow the
 * payment to be made again, so it needs two hosts, like every absence.
 */
async function findLanded(
  context: ExecutorContext,
  chain: Step['chain'],
  lease: Lease,
  attempts: readonly LostConsumer[],
): Promise<LostConsumer[]> {
  const adapter = adapterOf(context, chain);
  for (const attempt of attempts) {
    const { txId, bytes } = attempt;
    const found = await adapter.prove(lease, [{ txId, bytes, freesMoney: true }]);
    if (found.kind === 'landed') return [attempt];
    if (found.kind !== 'undecided') continue;
    const { code, message } = found.reason ?? notProvenYet;
    throw new FerrymanError(code, `${chain}: ${message}`, { details: { chain, txId } });
  }
  return [];
}

async function areOwn(
  { journal }: ExecutorContext<AttributionStore>,
  chain: Step['chain'],
  txIds: readonly string[],
): Promise<boolean> {
  for (const txId of txIds) if (!(await journal.isOwnTransaction(chain, txId))) return false;
  return true;
}

function withConsumers(proof: UsedProof, consumers: readonly LostConsumer[]): UsedProof {
  const { evidence } = proof;
  const usedBy = [...new Set([...(evidence.usedBy ?? []), ...consumers.map(({ txId }) => txId)])];
  return { ...proof, evidence: { ...evidence, usedBy } };
}

export const notProvenYet = {
  code: 'RPC_UNAVAILABLE',
  message: 'the endpoints do not prove the outcome of the transaction yet',
} as const;
