import { Keypair } from '@solana/web3.js';
import { getAddress, hexToBytes, keccak256, toHex } from 'viem';
import { CHAIN_DEFINITIONS, MINTABLE_TOKENS } from '../../sandbox/chains/chain-catalogue.ts';
import type { SandboxChainName, SandboxEndpoints } from '../../sandbox/endpoints.ts';
import {
  DEPOSIT_PROVIDER_IDS,
  type DepositProviderId,
} from '../../sandbox/providers/deposit-providers.ts';
import { renderTronAddress } from '../../sandbox/tron/tron-address.ts';
import { formatAmount } from '../../src/core/amounts/amounts.ts';
import { type Family, formatsOf } from '../../src/core/swap/chains.ts';
import { familiesOneAtATime } from '../../src/core/swap/one-at-a-time.ts';
import type { JobRequest } from '../../src/executor/job-request.ts';
import { bitcoinAddressOf, bitcoinScriptOf } from '../../src/families/bitcoin/formats/address.ts';
import { rawTonAddress } from '../../src/families/ton/formats/address.ts';
import { type DepositFate, depositFateOn, pickDepositProvider } from './deposit-plan.ts';
import type { JobKind } from './families/family-plan.ts';
import { familyPlans, type RunFamily } from './families/plans.ts';
import type { Wallets } from './families/run-chain.ts';
import { groupOf, isManualIn, type JobGroup, planGroups } from './plan-groups.ts';
import { type Random, seededRandom } from './random.ts';

/** How the jobs of a run are paid; `mixed`: by turns. */
export const runFlows = ['wallet', 'deposit', 'mixed'] as const;
export type RunFlow = (typeof runFlows)[number];

interface PlannedAsset {
  chain: SandboxChainName;
  family: Family;
  token: string;
  symbol: string;
  decimals: number;
}

/** When a history has so many entries, or shows a signed payment. */
export type Moment = number | 'signed';

/** What a client makes of its job, once nothing of the job can pay any more. */
interface PlannedEdit {
  /** The client asks for it then, whatever the swap has come to. */
  when: Moment;
  /** Somebody else retries the ended swap so many milliseconds later. Absent: nobody does. */
  racedAfter?: number;
  wallet: string;
  /** As in `PlannedJob`, and no other job's. */
  amount: bigint;
  receiver: string;
  minOut: bigint;
}

export interface PlannedJob {
  /** Names it everywhere; also its idempotency key. */
  key: string;
  kind: JobKind;
  /**
   * `wallet`: the routing service makes the payment; `deposit`: Ferryman does, to the address that
   * an order names; `deposit-by-hand`: a person does, to such an address.
   */
  flow: Exclude<RunFlow, 'mixed'> | 'deposit-by-hand';
  /** The person who pays by hand comes when the time to pay is over. */
  isPaidLate?: true;
  wallet: string;
  /** The only provider that may do it. Absent: any may. */
  provider?: string;
  from: PlannedAsset;
  to: PlannedAsset;
  /**
   * Base units of the source token; no other job of its wallet has the same, so that it names its
   * payment on the chain.
   */
  amount: bigint;
  /** Shared with the jobs of its group alone. */
  receiver: string;
  /** The least that may arrive, in base units of the destination token. */
  minOut: bigint;
  /**
   * How the job says so: itself, or as slippage off a quote, which is never that much below the
   * price.
   */
  boundBy: 'minOut' | 'slippage';
  /**
   * Its client wants it cancelled then, and after that retried. Absent: never.
   */
  cancelWhen?: Moment;
  /** Its client edits it on the way. Absent: never. */
  edit?: PlannedEdit;
  /**
   * It has a deadline so many milliseconds after it was submitted, since its provider may never ask
   * for what can be paid. Absent: the usual one.
   */
  endsWithin?: number;
}

/** Below what the fixed prices give: for fees of providers, what moves in pools, and slippage. */
const leastShare = { of: 97n, in: 100n };

/**
 * Of so many jobs one is cancelled, while its history has at most so many entries: about as many as
 * one that pays at once has in all.
 */
const oneCancelledOf = 6;
const lastEntry = 20;

/** Of so many jobs one is edited, and none that is cancelled. */
const oneEditedOf = 6;
/** While its history has at most so many entries: most edits that come later are refused. */
const lastEntryEdited = 10;
/** About twice as long, in milliseconds, as a service takes to judge the edited job. */
const longestRace = 400;

/** Long enough for whatever can be paid, also beside a fault or two. */
const unpayableEndsWithin = 45_000;

export interface JobPlanRequest {
  family: RunFamily;
  flow: RunFlow;
  seed: number;
  jobs: number;
  wallets: Wallets;
  /**
   * `native`: no job needs an allowance, so that nothing but its lease keeps a payment from being
   * made again. Default: `any`.
   */
  payIn?: 'any' | 'native' | undefined;
}

/** Jobs of a family over its chains, wallets and kinds; the same seed plans the same. */
export function planJobs(
  { chains }: Pick<SandboxEndpoints, 'chains'>,
  { family, flow: runFlow, seed, jobs, wallets, payIn = 'any' }: JobPlanRequest,
): PlannedJob[] {
  const { route } = familyPlans[family];
  const random = seededRandom(seed, 'jobs');
  const cancels = seededRandom(seed, 'cancels');
  const edits = seededRandom(seed, 'edits');
  // Orders by deposit are told apart by their receivers.
  const groups = runFlow === 'wallet' ? planGroups(seed, jobs) : [];
  const planned: PlannedJob[] = [];
  for (let index = 0; index < jobs; index += 1) {
    const flow = runFlow === 'mixed' ? (index % 2 === 0 ? 'wallet' : 'deposit') : runFlow;
    const ordinal = runFlow === 'mixed' ? Math.floor(index / 2) : index;
    const drawn =
      flow === 'deposit' ? pickDeposit(ordinal, random) : pickKind(family, ordinal, random);
    const group = groupOf(groups, index);
    const { kind, provider } = group?.first === index ? lead(drawn, group, random) : drawn;
    const { from: source, to: destination } = route(kind, random);
    const isOnChain = source.chain === destination.chain;
    const [from, to] =
      payIn === 'native'
        ? [
            resolve(chains, { ...source, symbol: 'native' }),
            resolve(chains, isOnChain ? { ...destination, symbol: 'USDC' } : destination),
          ]
        : [resolve(chains, source), resolve(chains, destination)];
    const wallet = random.pick(namesOf(wallets, from.family));
    const own = { kind, flow, wallet, from, to, ...(provider === undefined ? {} : { provider }) };
    const mates = group ? planned.slice(group.first) : [];
    const [leader] = mates;
    const job =
      group && leader ? follow(leader, { index, group, mates, family, wallets, random }) : own;
    const ending = depositFateOf(job);
    const amount =
      leader && mayShareAmount(job, mates)
        ? leader.amount
        : amountOf(job.from, index, growthOf(job, planned));
    const isCancelled = index % oneCancelledOf === seed % oneCancelledOf && !isManual(job);
    planned.push({
      key: `job-${seed}-${index}`,
      ...job,
      amount,
      receiver: leader?.receiver ?? receiverOn(job.to, `receiver ${seed} ${index}`),
      minOut: leastOf(job.from, job.to, amount),
      boundBy: index % 2 === 0 ? 'minOut' : 'slippage',
      ...(isManual(job) && group?.isPaidLate ? { isPaidLate: true } : {}),
      ...(ending === 'unpayable' || ending === 'one-of-all'
        ? { endsWithin: unpayableEndsWithin }
        : {}),
      ...(isCancelled ? { cancelWhen: momentOf(cancels, lastEntry) } : {}),
    });
    // What competes is told apart by what it pays, and so is what comes back by itself.
    const isEdited = index % oneEditedOf === (seed + 3) % oneEditedOf && !group && isPayable(job);
    const latest = planned.at(-1);
    if (latest && isEdited && !isGivenBack(job))
      latest.edit = editOf(latest, { index: jobs + index, seed, wallets, random: edits });
  }
  return planned;
}

function momentOf(random: Random, last: number): Moment {
  return random.chance(0.5) ? 'signed' : random.between(1, last);
}

/** Another amount for another receiver, and often from another wallet. */
function editOf(
  { wallet, from, to }: PlannedJob,
  {
    index,
    seed,
    wallets,
    random,
  }: { index: number; seed: number; wallets: Wallets; random: Random },
): PlannedEdit {
  const amount = amountOf(from, index, 0n);
  return {
    when: momentOf(random, lastEntryEdited),
    ...(random.chance(0.5) ? { racedAfter: random.between(0, longestRace) } : {}),
    wallet: random.chance(0.4) ? wallet : random.pick(namesOf(wallets, from.family)),
    amount,
    receiver: receiverOn(to, `receiver ${seed} ${index} of an edit`),
    minOut: leastOf(from, to, amount),
  };
}

type Payer = Pick<PlannedJob, 'kind' | 'flow' | 'wallet' | 'provider' | 'from' | 'to'>;

interface Following {
  index: number;
  group: JobGroup;
  /** The jobs of the group so far. */
  mates: readonly PlannedJob[];
  family: RunFamily;
  wallets: Wallets;
  random: Random;
}

/** What a person pays for goes to another chain, and so does what competes with it. */
function lead({ kind, provider }: Planned, group: JobGroup, random: Random): Planned {
  const crosses = kind === 'cross-chain' || (kind === 'on-chain' && group.hasManual);
  return crosses
    ? { kind: 'cross-chain', provider: crossingProvider(group, random) }
    : { kind, provider };
}

/**
 * A job that pays in the same token for the same token, mostly from another wallet; now and then
 * its money comes back.
 */
function follow(
  { kind: led, from, to }: PlannedJob,
  { index, group, mates, family, wallets, random }: Following,
): Payer {
  const names = namesOf(wallets, from.family);
  const unused = names.filter((name) => mates.every(({ wallet }) => wallet !== name));
  const wallet = random.pick(unused.length === 0 || random.chance(0.25) ? names : unused);
  if (isManualIn(group, index)) {
    return {
      kind: 'cross-chain',
      flow: 'deposit-by-hand',
      wallet,
      provider: manualProvider,
      from,
      to,
    };
  }
  const comesBack = led !== 'on-chain' && from.family === family && random.chance(0.3);
  const kind = led === 'on-chain' ? led : comesBack ? 'refund' : 'cross-chain';
  const provider =
    kind === 'cross-chain' ? crossingProvider(group, random) : familyPlans[family].providers[kind];
  return {
    kind,
    flow: 'wallet',
    wallet,
    from,
    to,
    ...(provider === undefined ? {} : { provider }),
  };
}

/** One pays out 2 s late, the other one tells of it 3 s late. */
const slowProviders = ['stargate_v2', 'orbiter_bridge'] as const;

/** `undefined`: any. */
function crossingProvider({ isSlow }: JobGroup, random: Random): string | undefined {
  return isSlow ? random.pick(slowProviders) : undefined;
}

/** Has an address for each order, and wants no memo. */
const manualProvider: DepositProviderId = 'changenow';

/**
 * Equal amounts bring the same, so that no amount tells whose a payout is. On one wallet, and where
 * money comes back by itself, they have to differ.
 */
function mayShareAmount(job: Payer, mates: readonly PlannedJob[]): boolean {
  if ([job, ...mates].some(isGivenBack)) return false;
  return isManual(job) || mates.every(({ wallet }) => wallet !== job.wallet);
}

function namesOf(wallets: Wallets, signing: Family): string[] {
  return wallets.filter(({ family }) => family === signing).map(({ name }) => name);
}

/** What is planned of one job. The first ten show every kind; from then on chance decides. */
interface Planned {
  kind: JobKind;
  provider?: string | undefined;
}

function pickKind(family: RunFamily, index: number, random: Random): Planned {
  const { kinds, providers } = familyPlans[family];
  const kind =
    index < kinds.length ? (kinds[(index * 3) % kinds.length] ?? 'on-chain') : random.pick(kinds);
  return { kind, provider: providers[kind] };
}

function pickDeposit(index: number, random: Random): Planned {
  const provider = pickDepositProvider(index, random);
  return { kind: provider === 'exolix' ? 'refund' : 'cross-chain', provider };
}

/** Nothing where it is not paid by deposit. */
export function depositFateOf({
  flow,
  provider,
  from,
}: Pick<PlannedJob, 'flow' | 'provider' | 'from'>): DepositFate | undefined {
  const id = DEPOSIT_PROVIDER_IDS.find((one) => one === provider);
  return flow === 'deposit' && id !== undefined ? depositFateOn(from.chain, id) : undefined;
}

/**
 * Whether route and transaction are asked for in one call: what a wallet pays in coins. The
 * sandbox's policy has a price for every token.
 */
export function isInOneCall({ flow, from }: Pick<PlannedJob, 'flow' | 'from'>): boolean {
  return flow === 'wallet' && isNative(from) && !familiesOneAtATime.includes(from.family);
}

/**
 * Whether it is certain to pay something: not where its provider may want what nobody can or should
 * pay.
 */
export function isPayable(job: Pick<PlannedJob, 'flow' | 'provider' | 'from'>): boolean {
  const ending = depositFateOf(job);
  return ending !== 'unpayable' && ending !== 'one-of-all';
}

/** Whether a person pays for it, so that nothing is signed. */
export function isManual({ flow }: Pick<PlannedJob, 'flow'>): boolean {
  return flow === 'deposit-by-hand';
}

/** Whether its money comes back by itself, so that nobody has to fetch it. */
export function isGivenBack({ provider }: Pick<PlannedJob, 'provider'>): boolean {
  return provider === 'symbiosis' || provider === 'exolix';
}

function resolve(
  chains: SandboxEndpoints['chains'],
  { chain, symbol }: { chain: SandboxChainName; symbol: string },
): PlannedAsset {
  const known = chains[chain];
  if (!known) throw new TypeError(`the sandbox has no ${chain}`);
  const { family, nativeToken, tokens } = known;
  if (symbol === 'native') {
    return {
      chain,
      family,
      token: formatsOf(family).nativeToken,
      symbol: nativeToken.symbol,
      decimals: nativeToken.decimals,
    };
  }
  const token = tokens.find((one) => one.symbol === symbol);
  if (!token) throw new TypeError(`the sandbox has no ${symbol} on ${chain}`);
  return { chain, family, token: token.address, symbol, decimals: token.decimals };
}

/** An account that nobody else is paid to. */
function receiverOn({ family }: PlannedAsset, name: string): string {
  const digest = keccak256(toHex(name));
  const account = getAddress(`0x${digest.slice(-40)}`);
  switch (family) {
    case 'evm':
      return account;
    case 'tron':
      return renderTronAddress(account);
    case 'solana':
      return Keypair.fromSeed(hexToBytes(digest)).publicKey.toBase58();
    case 'ton':
      return rawTonAddress({ workchain: 0, hash: hexToBytes(digest) });
    case 'bitcoin':
      return (
        bitcoinAddressOf(bitcoinScriptOf('p2wpkh', hexToBytes(digest).slice(12)), 'regtest') ?? ''
      );
  }
}

export function isNative({ family, token }: PlannedAsset): boolean {
  return token === formatsOf(family).nativeToken;
}

/** About what is worth ten dollars and more, in whole units. */
const wholeNative: Readonly<Record<string, bigint>> = { POL: 20n, TRX: 100n, TON: 5n };

/**
 * In percent: what a refund by itself brings is told from another's by its amount, and the other's
 * may be a tenth higher.
 */
const growth = 115n;

/**
 * How often an amount is to grow: two of a wallet and token that come back by themselves are never
 * alike, nor like what does not come back.
 */
function growthOf(
  { wallet, from, ...job }: Pick<PlannedJob, 'wallet' | 'from' | 'provider'>,
  earlier: readonly PlannedJob[],
): bigint {
  if (!isGivenBack(job)) return 0n;
  const isAlike = (other: PlannedJob): boolean =>
    isGivenBack(other) &&
    other.wallet === wallet &&
    other.from.chain === from.chain &&
    other.from.token === from.token;
  return BigInt(1 + earlier.filter(isAlike).length);
}

/**
 * Steps of a native amount are far below a bridge's fee, so that no amount and fee look like
 * another amount.
 */
function amountOf(asset: PlannedAsset, index: number, grown: bigint): bigint {
  const unit = 10n ** BigInt(asset.decimals);
  const step = BigInt(index + 1);
  const grow = (amount: bigint): bigint => (amount * growth ** grown) / 100n ** grown;
  if (!isNative(asset)) return grow(50n * unit) + step * (unit / 1_000n);
  const whole = wholeNative[asset.symbol];
  const usual = whole === undefined ? unit / 20n : whole * unit;
  return grow(usual) + step * 10n ** BigInt(Math.max(1, asset.decimals - 9));
}

function leastOf(from: PlannedAsset, to: PlannedAsset, amount: bigint): bigint {
  const value = amount * priceOf(from) * 10n ** BigInt(to.decimals) * leastShare.of;
  return value / (priceOf(to) * 10n ** BigInt(from.decimals) * leastShare.in);
}

/** As the sandbox has fixed it, in millionths of a US dollar. */
function priceOf(asset: PlannedAsset): bigint {
  const { chain, symbol } = asset;
  if (isNative(asset)) return CHAIN_DEFINITIONS[chain].native.usdMicros;
  const known = Object.values(MINTABLE_TOKENS).find((one) => one.symbol === symbol);
  if (!known) throw new TypeError(`the sandbox has no price of ${symbol}`);
  return known.usdMicros;
}

/** The job as a client submits it, at that time (milliseconds). */
export function jobRequestOf(job: PlannedJob, now: number): JobRequest {
  const { provider, endsWithin } = job;
  return {
    wallet: job.wallet,
    from: { chain: job.from.chain, token: job.from.token },
    to: { chain: job.to.chain, token: job.to.token },
    amount: formatAmount(job.amount, job.from.decimals),
    receiver: job.receiver,
    ...(job.boundBy === 'minOut'
      ? { minOut: formatAmount(job.minOut, job.to.decimals) }
      : { slippageBps: 100 }),
    ...(provider === undefined ? {} : { providers: { allow: [provider] } }),
    ...(job.flow === 'wallet' ? {} : { flow: job.flow }),
    ...(endsWithin === undefined ? {} : { deadline: new Date(now + endsWithin).toISOString() }),
  };
}
