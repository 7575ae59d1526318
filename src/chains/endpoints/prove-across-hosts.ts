import type { BlockReference } from '../../core/swap.ts';
import type { LeaseProof } from '../../ports/chain-adapter.ts';
import { type Absence, combineFindings, type Finding } from './combine-findings.ts';
import type { Endpoint } from './endpoint.ts';
import { askOne, type Endpoints, onePerHost } from './endpoints.ts';

/** How a family looks for what became of a lease. */
interface Search<Known extends Endpoint, Shown extends Absence> {
  /** What an absence proves of the lease. */
  absence: 'expired' | 'used_by_stranger';
  /** What an endpoint shows at its own final block. */
  findFirst(endpoint: Known): Promise<Finding<Shown>>;
  /** What another one shows at the same block; nothing where that is not in its chain. */
  askAgain(endpoint: Known, anchor: BlockReference): Promise<Finding | undefined>;
  /** What the absence at the only host that is configured is worth. */
  proveAlone(endpoint: Known, shown: Shown): LeaseProof | Promise<LeaseProof>;
}

const undecided: LeaseProof = { kind: 'undecided' };

/**
 * That an attempt landed is shown by its block, whichever endpoint has it. That none did is an absence, which takes two endpoints with different
 * hosts that show the same anchor block, and none that says something else.
 */
export async function proveAcrossHosts<Known extends Endpoint, Shown extends Absence>(
  endpoints: Endpoints<Known>,
  { absence, findFirst, askAgain, proveAlone }: Search<Known, Shown>,
): Promise<LeaseProof> {
  const { asked, finding } = await endpoints.first(async (endpoint) => ({
    asked: endpoint,
    finding: await findFirst(endpoint),
  }));
  if (finding.kind === 'open') return undecided;
  if (finding.kind === 'landed') return finding;
  const others = onePerHost(endpoints.inOrder()).filter(({ host }) => host !== asked.host);
  if (others.length === 0) return finding.kind === 'absent' ? proveAlone(asked, finding) : undecided;
  const anchor = finding.kind === 'absent' ? finding.evidence.anchor : finding.anchor;
  const said = await Promise.all(
    others.map(async (other) => {
      const result = await askOne(other, (endpoint) => askAgain(endpoint, anchor));
      return result.ok ? result.value : undefined;
    }),
  );
  return combineFindings(absence, finding, said);
}
