import { parseAmount } from '../core/amounts/amounts.ts';
import { type KnownChain, knownChains } from '../core/registry/known-chains.ts';
import { providerFault } from '../core/registry/provider-fault.ts';
import { furtherAccounts, treasuryOf } from '../core/swap/account-name.ts';
import type { ChainName } from '../core/swap/chains.ts';
import {
  type Asset,
  type Job,
  type JobRule,
  latestDeadline,
  type PriceBound,
  type ReportedCoin,
} from '../core/swap/job.ts';
import { listedSymbol } from '../core/swap/token-list.ts';
import { didYouMean } from '../core/text/did-you-mean.ts';
import { listNames } from '../core/text/list-names.ts';
import { type Fault, FerrymanError } from '../errors/ferryman-error.ts';
import type { ChainAdapter } from '../ports/chain-adapter.ts';
import type { Wallet } from '../ports/stores/wallet-store.ts';
import type { ExecutorContext } from './context.ts';
import { explainUnknownChain } from './explain-unknown-chain.ts';
import { JobFaults } from './job-faults.ts';
import type { JobRequest } from './job-request.ts';
import {
  type Destination,
  isReportedOnly,
  reportedCoin,
  reportedReceiver,
} from './reported-destination.ts';
import type { TimeLimit } from './time-limit.ts';
import { isUnavailable, type Tokens } from './tokens.ts';

type Needs = Pick<
  ExecutorContext,
  'chains' | 'walletList' | 'tokens' | 'additionalProviders' | 'policy' | 'clock'
>;

/** A validated job, except for the account that pays it. */
export interface FrozenJob {
  /** Accounts that may pay it, the preferred one first. Only a treasury wallet has several. */
  accounts: readonly [Wallet, ...Wallet[]];
  jobFrom(account: Wallet): Job;
}

/** The same job, asked for by a treasury rule. */
export function ofRule({ accounts, jobFrom }: FrozenJob, rule: JobRule | undefined): FrozenJob {
  return rule
    ? { accounts, jobFrom: (account) => ({ ...jobFrom(account), rule }) }
    : { accounts, jobFrom };
}

/** What a job turns into, as far as it has no fault. */
interface Examined {
  source: ChainAdapter;
  accounts: FrozenJob['accounts'];
  receiver: string;
  refundAddress: string;
  from: Asset;
  to: Asset | ReportedCoin;
  amount: bigint;
  maxFee: bigint;
  minOut: bigint;
}

/**
 * Turns a well-formed request into the job to execute: addresses in canonical form, amounts in base
 * units, decimals read from the chains and fixed. For a destination that is not configured, the
 * registry has the decimals. Throws every fault at once, each with a pointer: under `UNKNOWN_CHAIN`,
 * `UNKNOWN_WALLET`, `WALLET_OF_OTHER_NETWORK`, `UNKNOWN_TOKEN`, `TOKEN_UNREADABLE` or
 * `NO_PRIVATE_ROUTE` if all are of that kind, otherwise under `INVALID_JOB`. Throws
 * `CHAIN_UNAVAILABLE` or `RPC_*` if a chain does not respond and its answer was never stored.
 */
export async function freezeJob(
  context: Needs,
  request: JobRequest,
  timeLimit: TimeLimit,
): Promise<FrozenJob> {
  const faults = new JobFaults();
  const examined = await examine(context, request, { timeLimit, faults });
  const deadlines = readDeadlines(request, context, faults);
  faults.throwAny();
  const { source, accounts, from, to, amount, receiver } = examined;
  if (!source || !accounts || !from || !to || amount === undefined || receiver === undefined)
    throw new FerrymanError('INTERNAL', 'a part of the job is missing without a fault');
  const { refundAddress, maxFee, minOut } = examined;
  const bound: PriceBound =
    minOut === undefined
      ? { kind: 'slippage', slippageBps: request.slippageBps ?? 0 }
      : { kind: 'min_out', minOut };
  const jobFrom = ({ id, name, address }: Wallet): Job => ({
    wallet: { id, name, address },
    from,
    to,
    amount,
    receiver,
    ...(request.receiver === receiver ? {} : { receiverAsGiven: request.receiver }),
    bound,
    refundAddress: refundAddress ?? canonicalAddress(source, address),
    providers: { allow: request.providers?.allow ?? [], deny: request.providers?.deny ?? [] },
    flow: request.flow ?? 'wallet',
    ...(maxFee === undefined ? {} : { maxFee }),
    ...deadlines,
    ...(request.priority === undefined ? {} : { priority: request.priority }),
    ...(request.broadcast === undefined || request.broadcast === 'public'
      ? {}
      : { broadcast: request.broadcast }),
    metadata: request.metadata ?? {},
  });
  return { accounts, jobFrom };
}

/**
 * The faults of a malformed job's other members. Throws as `freezeJob` does, but for the faults.
 * @param members those that are well-formed
 */
export async function findJobFaults(
  context: Needs,
  members: Partial<JobRequest>,
  timeLimit: TimeLimit,
): Promise<readonly Fault[]> {
  const faults = new JobFaults();
  await examine(context, members, { timeLimit, faults }).catch((cause: unknown) => {
    // The job has a fault in any case, and no chain is needed to say which.
    if (!isUnavailable(cause)) throw cause;
  });
  readDeadlines(members, context, faults);
  return faults.all;
}

interface Examination {
  timeLimit: TimeLimit;
  faults: JobFaults;
}

/** Members that are missing have no fault: the schema has reported them. */
async function examine(
  context: Needs,
  request: Partial<JobRequest>,
  { timeLimit, faults }: Examination,
): Promise<Partial<Examined>> {
  const [source, destination] = findChains(context, request, faults);
  const accounts = await findAccounts(context, request, { source, faults });
  addProviderFaults(context, request, faults);
  if (source) addRouteFault(source, request, faults);
  if (request.slippageBps === 0) faults.add('/slippageBps', noSlippage);
  const receiver =
    destination && request.receiver !== undefined
      ? readReceiver(destination, request.receiver, faults)
      : undefined;
  const refundAddress =
    source && request.refundAddress !== undefined
      ? faults.address('/refundAddress', source, request.refundAddress)
      : undefined;
  const wantedFrom =
    source && request.from && readToken(source, '/from/token', request.from, faults);
  const wantedTo =
    destination && request.to && readDestination(destination, request.to.token, faults);

  const [from, to] = await freezeAssets(context, [wantedFrom, wantedTo], { timeLimit, faults });
  if (from && from.chain === to?.chain && from.token === to.token)
    faults.add('/to/token', 'is the source token');
  const isPaidHere = destination !== undefined && !isReportedOnly(destination);
  await toleratingFaults(
    faults,
    Promise.all([
      isPaidHere && receiver !== undefined && to
        ? faults.receiver('/receiver', destination, receiver, { token: to.token, timeLimit })
        : undefined,
      source && refundAddress !== undefined && from
        ? faults.receiver('/refundAddress', source, refundAddress, { token: from.token, timeLimit })
        : undefined,
    ]),
  );
  const amountOf = (member: 'amount' | 'maxFee' | 'minOut', decimals: number | undefined) => {
    const given = request[member];
    if (given === undefined || decimals === undefined) return {};
    const read = faults.amount(`/${member}`, parseAmount(given, decimals));
    return read === undefined ? {} : { [member]: read };
  };
  return {
    ...(source ? { source } : {}),
    ...(accounts ? { accounts } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(receiver === undefined ? {} : { receiver }),
    ...(refundAddress === undefined ? {} : { refundAddress }),
    ...amountOf('amount', from?.decimals),
    ...amountOf('maxFee', source?.chain.nativeToken.decimals),
    ...amountOf('minOut', to?.decimals),
  };
}

/** A chain that does not respond hides no fault that was found without it. */
async function toleratingFaults<Result>(
  faults: JobFaults,
  reading: Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await reading;
  } catch (cause) {
    if (faults.all.length > 0 && isUnavailable(cause)) return undefined;
    throw cause;
  }
}

function readReceiver(
  destination: Destination,
  given: string,
  faults: JobFaults,
): string | undefined {
  return isReportedOnly(destination)
    ? faults.parsed('/receiver', reportedReceiver(destination, given))
    : faults.address('/receiver', destination, given);
}

function readToken(
  adapter: ChainAdapter,
  pointer: string,
  { token: given }: { token: string },
  faults: JobFaults,
): RequestedToken | undefined {
  const token = faults.token(pointer, adapter, given);
  return token === undefined ? undefined : [pointer, adapter, token];
}

function readDestination(
  destination: Destination,
  token: string,
  faults: JobFaults,
): RequestedToken | ReportedCoin | undefined {
  if (!isReportedOnly(destination)) return readToken(destination, '/to/token', { token }, faults);
  try {
    return reportedCoin(destination, token);
  } catch (cause) {
    if (!(cause instanceof FerrymanError) || cause.code !== 'TOKEN_UNREADABLE') throw cause;
    return faults.add('/to/token', cause.message, cause.code);
  }
}

/** The source must be a configured chain; the destination may be any known chain. */
function findChains(
  context: Needs,
  { from, to }: Partial<JobRequest>,
  faults: JobFaults,
): [ChainAdapter | undefined, Destination | undefined] {
  const configured = [...context.chains.keys()];
  const unknown = (pointer: string, chain: ChainName): undefined =>
    faults.add(pointer, explainUnknownChain(chain, configured), 'UNKNOWN_CHAIN');
  const source = from && (context.chains.get(from.chain) ?? unknown('/from/chain', from.chain));
  const destination =
    to &&
    (context.chains.get(to.chain) ??
      (Object.hasOwn(knownChains, to.chain) ? knownChains[to.chain] : undefined) ??
      unknown('/to/chain', to.chain));
  if (!destination || !isReportedOnly(destination)) return [source, destination];
  const other = otherName(context, destination);
  if (other === undefined) return [source, destination];
  return [source, faults.add('/to/chain', other, 'UNKNOWN_CHAIN')];
}

/** Under another name of a configured network, Ferryman would not check the payout. */
function otherName({ chains }: Needs, { name, caip2 }: KnownChain): string | undefined {
  const same = [...chains.values()].find(
    ({ chain }) => caip2 !== undefined && chain.caip2 === caip2,
  );
  return same && `${name} is the network that is configured as ${same.chain.name}: use that name`;
}

/** A name selects the wallet and, for a treasury wallet, its further accounts. */
async function findAccounts(
  context: Needs,
  { wallet: name, from }: Partial<JobRequest>,
  { source, faults }: { source: ChainAdapter | undefined; faults: JobFaults },
): Promise<FrozenJob['accounts'] | undefined> {
  if (name === undefined) return undefined;
  const chain = from?.chain ?? '';
  const registered = Object.hasOwn(knownChains, chain) ? knownChains[chain] : undefined;
  // If the chain itself is the fault, a wallet of any family may be meant.
  const family = source?.chain.family ?? registered?.family;
  const ofFamily = (wallets: readonly Wallet[]): Wallet[] =>
    wallets.filter((one) => family === undefined || one.family === family);
  const isNamed = (one: Wallet): boolean => one.name === name;
  let named = ofFamily(await context.walletList.recent());
  // A missing wallet may be new, and of several accounts the frozen ones matter: read again.
  const isSingle = named.some(isNamed) && furtherAccounts(named, name).length === 0;
  if (!isSingle) named = ofFamily(await context.walletList.current());
  const wallet = named.find(isNamed);
  if (wallet && source && !(await isOfNetwork(source, wallet, faults))) return undefined;
  if (wallet) return [wallet, ...furtherAccounts(named, name)];
  const kind = family === undefined ? 'wallet' : `${family} wallet`;
  const known = [...new Set(named.map((one) => treasuryOf(one.name)))];
  const others = known.length > 0 ? `known wallets: ${listNames(known)}` : `no ${kind} is known`;
  const hint = didYouMean(name, known) || `; ${others}`;
  return faults.add('/wallet', `there is no ${kind} named ${name}${hint}`, 'UNKNOWN_WALLET');
}

/** The further accounts of a wallet belong to the same network. */
async function isOfNetwork(
  source: ChainAdapter,
  { name, address }: Wallet,
  faults: JobFaults,
): Promise<boolean> {
  try {
    await source.requireWallet?.(address);
    return true;
  } catch (cause) {
    if (!(cause instanceof FerrymanError) || cause.code !== 'WALLET_OF_OTHER_NETWORK') throw cause;
    faults.add('/wallet', `${name}: ${cause.message}`, cause.code);
    return false;
  }
}

function canonicalAddress(adapter: ChainAdapter, own: string): string {
  const parsed = adapter.parseAddress(own);
  return parsed.ok ? parsed.address : own;
}

type RequestedToken = readonly [pointer: string, adapter: ChainAdapter, token: string];

/** Reads both tokens at once, and collects the faults of both. */
async function freezeAssets(
  { tokens }: Needs,
  [source, destination]: readonly [
    RequestedToken | undefined,
    RequestedToken | ReportedCoin | undefined,
  ],
  { timeLimit, faults }: Examination,
): Promise<[Asset | undefined, Asset | ReportedCoin | undefined]> {
  const freeze = async (requested: RequestedToken): Promise<Asset | Fault | undefined> =>
    toleratingFaults(faults, freezeAsset(tokens, requested, timeLimit));
  const frozen = await Promise.all([
    source && freeze(source),
    destination && ('reportedOnly' in destination ? destination : freeze(destination)),
  ]);
  const [from, to] = frozen;
  for (const one of frozen)
    if (one && !('family' in one)) faults.add(one.pointer, one.message, 'UNKNOWN_TOKEN');
  return [from && 'family' in from ? from : undefined, to && 'family' in to ? to : undefined];
}

async function freezeAsset(
  tokens: Tokens,
  [pointer, adapter, token]: RequestedToken,
  timeLimit: TimeLimit,
): Promise<Asset | Fault> {
  try {
    const { address, symbol, decimals } = await tokens.read(adapter, token, timeLimit);
    const listed = listedSymbol(adapter.chain, address);
    return {
      family: adapter.chain.family,
      chain: adapter.chain.name,
      token: address,
      decimals,
      symbol: listed ?? symbol,
      ...(listed === undefined ? {} : { listed: true }),
    };
  } catch (cause) {
    if (!(cause instanceof FerrymanError) || cause.code !== 'UNKNOWN_TOKEN') throw cause;
    return { pointer, message: cause.message };
  }
}

/**
 * Not in the job's schema: known providers change, and a stored job must still be found by its key.
 */
function addProviderFaults(
  { additionalProviders }: Needs,
  { providers = {} }: Partial<JobRequest>,
  faults: JobFaults,
): void {
  for (const list of ['allow', 'deny'] as const) {
    for (const [index, name] of (providers[list] ?? []).entries()) {
      const fault = providerFault(name, additionalProviders);
      if (fault !== undefined) faults.add(`/providers/${list}/${index}`, fault);
    }
  }
}

function addRouteFault(
  { chain, hasRelays }: ChainAdapter,
  { broadcast, flow }: Partial<JobRequest>,
  faults: JobFaults,
): void {
  if (broadcast === undefined || broadcast === 'public') return;
  if (flow === 'deposit-by-hand')
    faults.add('/broadcast', 'is only for what Ferryman sends: a person pays this job');
  else if (!hasRelays)
    faults.add(
      '/broadcast',
      `is ${broadcast}, and ${chain.name} has no private relay: configure chains.${chain.name}.broadcastUrls, or leave it out`,
      'NO_PRIVATE_ROUTE',
    );
}

const noSlippage =
  'is 0, and the routing service makes no order with 0; give 1 or more, or minOut for an exact minimum';

function readDeadlines(
  request: Partial<JobRequest>,
  { clock, policy }: Needs,
  faults: JobFaults,
): Pick<Job, 'deadline' | 'deadlineIfHeld'> {
  const now = clock.now();
  if (request.deadline === undefined) {
    const deadline = now + policy.defaultDeadline;
    return { deadline, deadlineIfHeld: deadline + policy.approvalWithin };
  }
  const deadline = Date.parse(request.deadline);
  if (deadline <= now) faults.add('/deadline', 'has passed');
  return { deadline: Math.min(latestDeadline, deadline) };
}
