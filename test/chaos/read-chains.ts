import type { SandboxEndpoints } from '../../sandbox/endpoints.ts';
import type { ChainHistory, Wallets } from './families/run-chain.ts';
import { runChainsOf } from './families/run-chains.ts';
import type { PlannedJob } from './plan-jobs.ts';

/** All that the chains alone show of a run. */
export interface ChainsView extends ChainHistory {
  /**
   * What each job's receiver, who is nobody else's, has of the token it wanted, by the job's key.
   */
  received: Map<string, bigint>;
}

/** Reads every block of every chain, and nothing of Ferryman. */
export async function readChains(
  endpoints: Pick<SandboxEndpoints, 'chains'>,
  wallets: Wallets,
  jobs: readonly PlannedJob[],
): Promise<ChainsView> {
  const view: ChainsView = {
    outgoing: [],
    incoming: [],
    approvals: [],
    accounts: [],
    received: new Map(),
  };
  for (const chain of runChainsOf(endpoints)) {
    const { outgoing, incoming, approvals, accounts } = await chain.readHistory(wallets);
    view.outgoing.push(...outgoing);
    view.incoming.push(...incoming);
    view.approvals.push(...approvals);
    view.accounts.push(...accounts);
    const paidHere = jobs.filter(({ to }) => to.chain === chain.name);
    const balances = await Promise.all(
      paidHere.map(({ receiver, to }) => chain.balanceOf(receiver, to.token)),
    );
    paidHere.forEach((job, index) => {
      view.received.set(job.key, balances[index] ?? 0n);
    });
  }
  return view;
}
