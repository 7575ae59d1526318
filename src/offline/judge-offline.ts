import { defaultPolicy } from '../core/decide/policy.ts';
import { formatsOf } from '../core/swap/chains.ts';
import { coinOf } from '../core/swap/coin-of.ts';
import type { SwapId } from '../core/swap/ids.ts';
import type { Job } from '../core/swap/job.ts';
import type { LeaseTerms } from '../core/swap/swap.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import { createGuard } from '../guard/create-guard.ts';
import type { GuardPolicy } from '../guard/policy/guard-policy.ts';
import { closedPolicy } from '../guard/policy/read-guard-policy.ts';
import { ruleTable } from '../guard/rule-table.ts';
import { rulesOfError } from '../guard/rules-of-error.ts';
import { worstSeverity } from '../guard/worst-severity.ts';
import type {
  ChainAdapter,
  SimulatedChanges,
  UnsignedTransaction,
} from '../ports/chain-adapter.ts';
import { machineClock } from '../ports/clock.ts';
import type { ApprovalStanding, Finding, Intent, Verdict } from '../ports/guard.ts';
import { createRouterClient } from '../router/create-router-client.ts';
import type { RouterClient } from '../router/router-client.ts';
import { findEchoed } from './find-echoed.ts';
import { firstTerms } from './first-terms.ts';
import { offlineAdapter } from './offline-adapter.ts';
import { offlinePrices } from './offline-prices.ts';
import type { OfflineFacts } from './read-facts.ts';
import { readOfflineJob, tokenFrom } from './read-offline-job.ts';
import { type AskedOrder, readOrder } from './read-order.ts';

export interface OfflineRequest {
  /** A job, as it is submitted. */
  job: unknown;
  /** The routing service's answers, as text. Without a quote, the order came in one call. */
  quote?: string;
  answer: string;
  facts: OfflineFacts;
  /** Default: admits nothing. */
  policy?: GuardPolicy;
}

export interface OfflineJudgement {
  /** `incomplete`: nothing speaks against it, but rules are missing what they compare with. */
  verdict: Verdict['kind'] | 'incomplete';
  policy: string;
  /** Every rule that was applied. */
  rules: readonly string[];
  findings: readonly Finding[];
  /** Rules that could not be applied, and what they need. */
  unproven: readonly { rule: string; needs: string }[];
  /** What was taken from the router's answers, or made up, because the facts do not have it. */
  assumptions: readonly string[];
}

/** Rules about the network fee. */
const feeRules: readonly string[] = ['E07', 'E08', 'T04', 'S09', 'B06'];

/**
 * Judges a routing service's answer to a job with the real parsers, reader and guard, and without
 * a node, a journal or a key. Throws `INVALID_JOB` and the other errors of a submission.
 */
export async function judgeOffline(request: OfflineRequest): Promise<OfflineJudgement> {
  const { facts, policy = closedPolicy } = request;
  const assumptions: string[] = [];
  const quote = isEmpty(request.quote) ? undefined : request.quote;
  const echoed = findEchoed(request.job, quote ?? '', request.answer);
  const wallet = facts.wallet ?? echoed.wallet;
  if (wallet === undefined)
    throw new FerrymanError(
      'INVALID_REQUEST',
      'the wallet’s address is not known: give it as "wallet" in the facts',
    );
  if (facts.wallet === undefined)
    assumptions.push(`the wallet is ${wallet}, which the answer names`);
  const { job, source } = await readOfflineJob(request.job, {
    walletOf: () => wallet,
    adapterOf: offlineAdapter,
    readToken: async (adapter, token) =>
      tokenFrom([...facts.tokens, ...echoed.tokens], adapter, token),
  });
  if (facts.tokens.length === 0 && echoed.tokens.length > 0)
    assumptions.push('decimals are those that the quote names');

  const none = { policy: policy.hash, rules: [], unproven: [], assumptions } as const;
  let made: AskedOrder;
  try {
    const texts = [...(quote === undefined ? [] : [quote]), request.answer];
    made = await readOrder(clientOf(texts, job), job, source, {
      ...(quote === undefined ? { oneCall: echoed.id ?? 'offline' } : {}),
    });
  } catch (error) {
    if (!(error instanceof FerrymanError)) throw error;
    const findings = findingsOf(error);
    return { ...none, verdict: worstSeverity(findings) ?? 'reject', findings };
  }
  const unsigned = await makeBytes(made, job, source, { facts, assumptions });
  if (unsigned === undefined) {
    const needs =
      'the bytes, which only a node can help to make: "unsignedTransaction" in the facts';
    return {
      ...none,
      verdict: 'incomplete',
      findings: [],
      unproven: [{ rule: 'G11', needs }],
    };
  }
  const intent: Intent = { kind: job.flow === 'wallet' ? 'swap' : 'deposit', order: made };
  const verdict = createGuard({ policy }).judge({
    intent,
    chain: source.chain,
    job,
    authenticity: { kind: 'sealed', by: 'this command' },
    lease: { account: wallet, terms: unsigned.terms },
    unsigned: unsigned.bytes,
    simulation: facts.simulation ?? noSimulation,
    prices: offlinePrices(policy, [job.from, job.to, coinOf(source.chain)], facts.prices),
    ...(policy.approvals ? { standing: nobodyHasSigned() } : {}),
    policy: defaultPolicy,
    feeSpent: 0n,
  });
  if (policy.approvals)
    assumptions.push('no approver has signed, and no settled swap has paid the receiver (G15)');
  assumptions.push('the job is the one that was submitted (G13 needs the journal)');
  return { ...resultOf(verdict, facts), assumptions };
}

function nobodyHasSigned(): ApprovalStanding {
  return { swapId: 'offline' as SwapId, now: machineClock.now(), requesters: [], votes: [] };
}

/** Without facts, the findings of rules that compare with them mean nothing, but for holds. */
function resultOf(verdict: Verdict, facts: OfflineFacts): Omit<OfflineJudgement, 'assumptions'> {
  const needsOf = (rule: string): string | undefined => {
    if (facts.simulation === undefined && ruleTable[rule]?.needsSimulation)
      return 'a simulation: "simulation" in the facts';
    if (facts.fee === undefined && feeRules.includes(rule))
      return 'the network fee: "fee" in the facts';
    return undefined;
  };
  const all = verdict.kind === 'allow' ? [] : verdict.findings;
  const findings = all.filter(
    ({ rule, severity }) => severity === 'hold' || needsOf(rule) === undefined,
  );
  const unproven = verdict.rules.flatMap((rule) => {
    const needs = needsOf(rule);
    return needs === undefined ? [] : [{ rule, needs }];
  });
  return {
    verdict: worstSeverity(findings) ?? (unproven.length > 0 ? 'incomplete' : 'allow'),
    policy: verdict.policy,
    rules: verdict.rules,
    findings,
    unproven,
  };
}

const noSimulation: SimulatedChanges = {
  block: 0n,
  balanceChanges: [],
  allowanceChanges: [],
  authorityChanges: [],
  inspected: new Map(),
};

/** The journal has `{}` in place of a quote where the order came in one call. */
function isEmpty(quote: string | undefined): boolean {
  return quote === undefined || /^\s*\{\s*\}\s*$/.test(quote);
}

/** The client of the routing service, which reads its answers from the files, in their order. */
function clientOf(answers: readonly string[], job: Job): RouterClient {
  const texts = [...answers];
  return createRouterClient({
    baseUrl: 'https://router.invalid',
    timeoutMs: 10_000,
    slippageUnit: unitOf(answers, job),
    fetch: async () =>
      new Response(texts.shift() ?? '', { headers: { 'content-type': 'application/json' } }),
  });
}

/** The unit in which one of the answers states the job's slippage, or else a fraction. */
function unitOf(texts: readonly string[], { bound }: Job): 'fraction' | 'percent' {
  if (bound.kind !== 'slippage') return 'fraction';
  const stated = texts.flatMap((text) =>
    [...text.matchAll(/"slippage"\s*:\s*"?([\d.]+)/g)].map(([, number]) => Number(number)),
  );
  const isStated = (slippage: number): boolean =>
    stated.some((one) => Math.abs(one - slippage) < 1e-9);
  return !isStated(bound.slippageBps / 10_000) && isStated(bound.slippageBps / 100)
    ? 'percent'
    : 'fraction';
}

interface MadeBytes {
  bytes: UnsignedTransaction;
  terms: LeaseTerms;
}

/** The given bytes, or those that the adapter makes. `undefined`: that takes a node. */
async function makeBytes(
  { transaction }: AskedOrder,
  { wallet: { address: account } }: Job,
  source: ChainAdapter,
  { facts, assumptions }: { facts: OfflineFacts; assumptions: string[] },
): Promise<MadeBytes | undefined> {
  const { family, name: chain } = source.chain;
  const terms = facts.lease ?? firstTerms(family);
  const fee = facts.fee ?? formatsOf(family).smallFee;
  if (facts.fee && facts.fee.family !== family)
    throw new FerrymanError('INVALID_REQUEST', `the fee in the facts is not one of ${chain}`);
  if (facts.unsignedTransaction !== undefined) {
    const bytes = facts.unsignedTransaction;
    const expires = 'expires' in terms ? terms.expires : undefined;
    return {
      bytes: {
        family,
        chain,
        account,
        bytes,
        fee,
        ...(expires === undefined ? {} : { expires }),
      },
      terms,
    };
  }
  try {
    const bytes = await source.prepare({ account, terms, transaction, fee });
    if (facts.lease === undefined) assumptions.push('the lease is the account’s first');
    return { bytes, terms };
  } catch (error) {
    if (error instanceof FerrymanError && error.code.startsWith('RPC_')) return undefined;
    throw error;
  }
}

/** What the reader refuses, as findings of the rules that it stands for. */
function findingsOf(error: FerrymanError): Finding[] {
  const rules = rulesOfError(error);
  const { code, message, next } = error;
  return (rules.length === 0 ? [code] : rules).map((rule) => ({
    rule,
    // No rule refuses it: a swap asks for another order.
    severity: rules.length === 0 && next === 'requote' ? 'requote' : 'reject',
    message,
    facts: { code },
  }));
}
