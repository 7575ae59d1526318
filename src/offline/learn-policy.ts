import type { AdmissionItem } from '../core/approvals/admission-item.ts';
import { defaultPolicy } from '../core/decide/policy.ts';
import { formatsOf } from '../core/swap/chains.ts';
import type { Job } from '../core/swap/job.ts';
import type { LeaseTerms } from '../core/swap/swap.ts';
import { type TransactionObject, targetsOf } from '../core/swap/transaction-object.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import { createGuard } from '../guard/create-guard.ts';
import type {
  ChainAdapter,
  SimulatedChanges,
  UnsignedTransaction,
} from '../ports/chain-adapter.ts';
import type { Intent } from '../ports/guard.ts';
import type { Router } from '../ports/router.ts';
import { firstTerms } from './first-terms.ts';
import type { OfflineJob } from './read-offline-job.ts';
import { type AskedOrder, readOrder } from './read-order.ts';

/** A route of the job, and what the guard does not know of it. */
export interface LearnedRoute {
  provider: string;
  swapType: string;
  /** What a policy has to name. */
  items: readonly AdmissionItem[];
  /** What the guard would refuse, whatever a policy names. */
  refusals: readonly string[];
  /** Why part of it could not be read. */
  missing?: string;
}

/** At most so many routes are asked for. */
const maxRoutes = 8;

/**
 * Asks the routing service for the routes of a job, each of another provider, and judges them under
 * a policy that names nothing: what is held is what a policy has to name. Signs nothing. Orders no
 * deposit: its provider and token are all that a policy names.
 */
export async function learnRoutes(
  client: Pick<Router, 'quote' | 'swap' | 'swapBest' | 'deposit'>,
  { job, source }: OfflineJob,
): Promise<LearnedRoute[]> {
  const routes: LearnedRoute[] = [];
  const deny = [...job.providers.deny];
  while (routes.length < maxRoutes) {
    const asked: Job = { ...job, providers: { ...job.providers, deny: [...deny] } };
    const route = await learnRoute(client, asked, source).catch((error: unknown) => {
      if (error instanceof FerrymanError && routes.length > 0) return undefined;
      throw error;
    });
    if (route === undefined || deny.includes(route.provider)) return routes;
    routes.push(route);
    deny.push(route.provider);
  }
  return routes;
}

async function learnRoute(
  client: Pick<Router, 'quote' | 'swap' | 'swapBest' | 'deposit'>,
  job: Job,
  source: ChainAdapter,
): Promise<LearnedRoute> {
  if (job.flow !== 'wallet') return learnDeposit(await client.quote(job), job);
  const order = await readOrder(client, job, source);
  const { provider, swapType } = order;
  try {
    const { unsigned, terms } = await build(source, job.wallet.address, order.transaction);
    const { simulation, missing } = await simulate(source, unsigned, order, job);
    const intent: Intent = { kind: 'swap', order };
    const verdict = createGuard().judge({
      intent,
      chain: source.chain,
      job,
      authenticity: { kind: 'sealed', by: 'this command' },
      lease: { account: job.wallet.address, terms },
      unsigned,
      simulation,
      policy: defaultPolicy,
      feeSpent: 0n,
    });
    const findings = verdict.kind === 'allow' ? [] : verdict.findings;
    return {
      provider,
      swapType,
      items: findings.flatMap(({ item }) => (item && item.kind !== 'finding' ? [item] : [])),
      // Without a simulation every balance is missing.
      refusals:
        missing === undefined
          ? findings.flatMap(({ severity, rule, message }) =>
              severity === 'reject' ? [`${rule}: ${message}`] : [],
            )
          : [],
      ...(missing === undefined ? {} : { missing }),
    };
  } catch (error) {
    if (!(error instanceof FerrymanError)) throw error;
    return {
      provider,
      swapType,
      items: [{ kind: 'provider', provider }],
      refusals: [],
      missing: error.message,
    };
  }
}

/** Deposit addresses are new each time. */
function learnDeposit(
  { provider, swapType }: { provider: string; swapType: string },
  { from, to, receiver, refundAddress }: Job,
): LearnedRoute {
  return {
    provider,
    swapType,
    items: [
      { kind: 'provider', provider },
      { kind: 'rotating_address', chain: from.chain, token: from.token, provider },
      { kind: 'receiver', chain: to.chain, address: receiver },
      { kind: 'refund_address', chain: from.chain, address: refundAddress },
    ],
    refusals: [],
  };
}

async function build(source: ChainAdapter, account: string, transaction: TransactionObject) {
  const terms = await firstTermsOf(source, account);
  const fee = await source.estimateFee(account, transaction).catch((error: unknown) => {
    // Without an allowance or the balance it fails, and its code can be read all the same.
    if (error instanceof FerrymanError && !error.code.startsWith('RPC_'))
      return formatsOf(source.chain.family).smallFee;
    throw error;
  });
  return { unsigned: await source.prepare({ account, terms, transaction, fee }), terms };
}

async function firstTermsOf(
  { accounts, chain }: ChainAdapter,
  account: string,
): Promise<LeaseTerms> {
  const next = accounts.kind === 'counted' ? await accounts.nextNonce(account) : undefined;
  return firstTerms(chain.family, next);
}

/** If it fails, as without an allowance, an empty transaction shows the code at least. */
async function simulate(
  source: ChainAdapter,
  unsigned: UnsignedTransaction,
  { transaction, spender }: AskedOrder,
  job: Job,
): Promise<{ simulation: SimulatedChanges; missing?: string }> {
  const isHere = job.to.chain === source.chain.name;
  const request = {
    accounts: isHere ? [job.receiver] : [],
    tokens: [job.from, ...(isHere ? [job.to] : [])].map(({ token }) => token),
    inspect: [...targetsOf(transaction), ...(spender === undefined ? [] : [spender])],
  };
  try {
    return { simulation: await source.simulate({ ...request, unsigned }) };
  } catch (error) {
    if (!(error instanceof FerrymanError)) throw error;
    const empty = await emptyTransaction(source, job, spender);
    if (empty === undefined) throw error;
    const account = job.wallet.address;
    const { chain } = source;
    const harmless = await source.prepare({
      ...{ account, transaction: empty, terms: await firstTermsOf(source, account) },
      // Free, so that the account needs no coins.
      fee: formatsOf(chain.family).smallFee,
    });
    const simulation = await source.simulate({ ...request, unsigned: harmless });
    return { simulation, missing: error.message };
  }
}

/** A transaction that changes nothing, and needs neither balance nor allowance. */
async function emptyTransaction(
  { chain, replacement, accounts, allowances }: ChainAdapter,
  job: Job,
  spender: string | undefined,
): Promise<TransactionObject | undefined> {
  const account = job.wallet.address;
  // An EVM account pays itself nothing. A nonce is not needed to say so.
  if (replacement && accounts.kind === 'counted')
    return replacement.cancelTransaction({ account, terms: firstTerms(chain.family) });
  return spender === undefined ? undefined : allowances?.approve(job.from.token, spender, 0n);
}
