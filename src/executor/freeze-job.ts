import { type ParsedAmount, parseAmount } from '../core/amounts/amounts.ts';
import { checkAddress } from '../core/registry/check-address.ts';
import { type KnownChain, knownChains } from '../core/registry/known-chains.ts';
import { providerFault } from '../core/registry/provider-fault.ts';
import { furtherAccounts, treasuryOf } from '../core/swap/account-name.ts';
import {
  type ChainName,
  formatsOf,
  isNativeToken,
  type TokenAddress,
} from '../core/swap/chains.ts';
import {
  type Asset,
  type Job,
  latestDeadline,
  type PriceBound,
  type ReportedCoin,
} from '../core/swap/job.ts';
import { sameAccount } from '../core/swap/same-account.ts';
import type { ErrorCode } from '../errors/codes.ts';
import { type Fault, FerrymanError } from '../errors/ferryman-error.ts';
import type { ChainAdapter } from '../ports/chain-adapter.ts';
import type { Wallet } from '../ports/stores/wallet-store.ts';
import type { ExecutorContext } from './context.ts';
import { amountFaults, invalidJob, type JobRequest } from './job-request.ts';
import type { Patience } from './patience.ts';
import {
  type Destination,
  isReportedOnly,
  reportedCoin,
  reportedReceiver,
} from './reported-destination.ts';
import type { Tokens } from './tokens.ts';

type Needs = Pick<
  ExecutorContext,
  'chains' | 'walletList' | 'tokens' | 'additionalProviders' | 'policy' | 'clock'
>;

/** A job but for who pays it. */
export interface FrozenJob {
  /** That may pay it, the first one first; just one where the treasury wallet has no others. */
  accounts: readonly [Wallet, ...Wallet[]];
  jobFrom(account: Wallet): Job;
}

/**
 * Turns a well-formed request into the job that will be executed: addresses in canonical form,
 * decimals read from the chains and frozen, amounts in base units; of a destination that is not
 * configured, the registry's. Throws `INVALID_JOB` with every fault, `UNKNOWN_CHAIN`,
 * `UNKNOWN_WALLET`, `WALLET_OF_OTHER_NETWORK`, `UNKNOWN_TOKEN`, `TOKEN_UNREADABLE`, each with a
 * pointer to what is wrong, and `CHAIN_UNAVAILABLE` or `RPC_*` where a chain cannot be asked what
 * was never read of it.
 */
export async function freezeJob(
  context: Needs,
  request: JobRequest,
  patience: Patience,
): Promise<FrozenJob> {
  const [source, destination] = findChains(context, request);
  const accounts = await findAccounts(context, request.wallet, source);
  const faults = new Faults();
  addProviderFaults(context, request, faults);
  if (request.slippageBps === 0) faults.add('/slippageBps', noSlippage);
  const receiver = isReportedOnly(destination)
    ? faults.parsed('/receiver', reportedReceiver(destination, request.receiver), request.receiver)
    : faults.address('/receiver', destination, request.receiver);
  const refundAddress =
    request.refundAddress === undefined
      ? undefined
      : faults.address('/refundAddress', source, request.refundAddress);
  const fromToken = faults.token('/from/token', source, request.from.token);
  const wanted: AskedToken | ReportedCoin = isReportedOnly(destination)
    ? reportedCoin(destination, request.to.token)
    : ['/to/token', destination, faults.token('/to/token', destination, request.to.token)];
  faults.throwAny();

  const freeze = (asked: AskedToken) => freezeAsset(context.tokens, asked, patience);
  const [from, to] = await freezeAssets(['/from/token', source, fromToken], wanted, freeze);
  if (from.chain === to.chain && from.token === to.token)
    faults.add('/to/token', 'is the source token');
  await Promise.all([
    isReportedOnly(destination)
      ? undefined
      : faults.receiver('/receiver', destination, receiver, { token: to.token, patience }),
    refundAddress === undefined
      ? undefined
      : faults.receiver('/refundAddress', source, refundAddress, { token: from.token, patience }),
  ]);
  const amount = faults.amount('/amount', parseAmount(request.amount, from.decimals));
  const native = source.chain.nativeToken;
  const maxFee =
    request.maxFee === undefined
      ? undefined
      : faults.amount('/maxFee', parseAmount(request.maxFee, native.decimals));
  const bound = readBound(request, to, faults);
  const deadline = readDeadline(request, context, faults);
  faults.throwAny();
  const jobFrom = ({ id, name, address }: Wallet): Job => ({
    wallet: { id, name, address },
    from,
    to,
    amount,
    receiver,
    bound,
    refundAddress: refundAddress ?? canonicalAddress(source, address),
    providers: { allow: request.providers?.allow ?? [], deny: request.providers?.deny ?? [] },
    flow: request.flow ?? 'wallet',
    ...(maxFee === undefined ? {} : { maxFee }),
    deadline,
    ...(request.priority === undefined ? {} : { priority: request.priority }),
    metadata: request.metadata ?? {},
  });
  return { accounts, jobFrom };
}

/** Money may go to any chain that is known, and comes from those that are configured. */
function findChains(context: Needs, { from, to }: JobRequest): [ChainAdapter, Destination] {
  const source = context.chains.get(from.chain);
  const destination =
    context.chains.get(to.chain) ??
    (Object.hasOwn(knownChains, to.chain) ? knownChains[to.chain] : undefined);
  if (destination && isReportedOnly(destination)) requireNoOtherName(context, destination);
  if (source && destination) return [source, destination];
  const configured = [...context.chains.keys()];
  const fault = (pointer: string, chain: ChainName): Fault => ({
    pointer,
    message: explainUnknownChain(chain, configured),
  });
  throw refused('UNKNOWN_CHAIN', [
    ...(source ? [] : [fault('/from/chain', from.chain)]),
    ...(destination ? [] : [fault('/to/chain', to.chain)]),
  ]);
}

/**
 * By another name of a network that is configured, nobody would look whether its money has come.
 */
function requireNoOtherName({ chains }: Needs, { name, caip2 }: KnownChain): void {
  const same = [...chains.values()].find(
    ({ chain }) => caip2 !== undefined && chain.caip2 === caip2,
  );
  if (!same) return;
  const message = `${name} is the network that is configured as ${same.chain.name}: name it so`;
  throw refused('UNKNOWN_CHAIN', [{ pointer: '/to/chain', message }]);
}

/** A name stands for the wallet and, where it is a treasury wallet, for its further accounts. */
async function findAccounts(
  context: Needs,
  name: string,
  source: ChainAdapter,
): Promise<FrozenJob['accounts']> {
  const { family } = source.chain;
  const ofFamily = (wallets: readonly Wallet[]): Wallet[] =>
    wallets.filter((one) => one.family === family);
  const isNamed = (one: Wallet): boolean => one.name === name;
  let named = ofFamily(await context.walletList.recent());
  // The wallet that is missing may be new, and of several that may pay it counts which is frozen.
  const isSingle = named.some(isNamed) && furtherAccounts(named, name).length === 0;
  if (!isSingle) named = ofFamily(await context.walletList.current());
  const wallet = named.find(isNamed);
  if (wallet) await requireNetwork(source, wallet);
  if (wallet) return [wallet, ...furtherAccounts(named, name)];
  const known = [...new Set(named.map((one) => treasuryOf(one.name)))];
  const others = known.length > 0 ? listed(known) : 'there is none at all';
  throw refused('UNKNOWN_WALLET', [
    { pointer: '/wallet', message: `there is no ${family} wallet named ${name}; ${others}` },
  ]);
}

/** So many names help a person; who has more of them looks elsewhere. */
const maxNames = 10;

function listed(names: readonly string[]): string {
  const rest = names.length - maxNames;
  const shown = names.slice(0, maxNames).join(', ');
  return rest > 0 ? `there are ${shown} and ${rest} more` : `there is ${shown}`;
}

/** A wallet's further accounts are of its network. */
async function requireNetwork(source: ChainAdapter, { name, address }: Wallet): Promise<void> {
  try {
    await source.requireWallet?.(address);
  } catch (cause) {
    if (!(cause instanceof FerrymanError) || cause.code !== 'WALLET_OF_OTHER_NETWORK') throw cause;
    throw refused(cause.code, [{ pointer: '/wallet', message: `${name}: ${cause.message}` }]);
  }
}

function canonicalAddress(adapter: ChainAdapter, own: string): string {
  const parsed = adapter.parseAddress(own);
  return parsed.ok ? parsed.address : own;
}

type AskedToken = readonly [pointer: string, adapter: ChainAdapter, token: string];

/** Both tokens are asked for at once, and both are told of where neither answers. */
async function freezeAssets(
  source: AskedToken,
  destination: AskedToken | ReportedCoin,
  freeze: (asked: AskedToken) => Promise<Asset | Fault>,
): Promise<[Asset, Asset | ReportedCoin]> {
  const [from, to] = await Promise.all([
    freeze(source),
    'reportedOnly' in destination ? destination : freeze(destination),
  ]);
  if ('family' in from && 'family' in to) return [from, to];
  throw refused(
    'UNKNOWN_TOKEN',
    [from, to].flatMap((frozen) => ('family' in frozen ? [] : [frozen])),
  );
}

async function freezeAsset(
  tokens: Tokens,
  [pointer, adapter, token]: AskedToken,
  patience: Patience,
): Promise<Asset | Fault> {
  try {
    const { address, symbol, decimals } = await tokens.read(adapter, token, patience);
    return {
      family: adapter.chain.family,
      chain: adapter.chain.name,
      token: address,
      decimals,
      symbol,
    };
  } catch (cause) {
    if (!(cause instanceof FerrymanError) || cause.code !== 'UNKNOWN_TOKEN') throw cause;
    return { pointer, message: cause.message };
  }
}

/**
 * Not part of the job's schema: known providers change, and a stored job must be found by its key
 * all the same.
 */
function addProviderFaults(
  { additionalProviders }: Needs,
  { providers = {} }: JobRequest,
  faults: Faults,
): void {
  for (const list of ['allow', 'deny'] as const) {
    for (const [index, name] of (providers[list] ?? []).entries()) {
      const fault = providerFault(name, additionalProviders);
      if (fault !== undefined) faults.add(`/providers/${list}/${index}`, fault);
    }
  }
}

const noSlippage =
  'is 0, with which no routing service makes an order; give 1 or more, or minOut for an exact minimum';

function readBound(request: JobRequest, to: Pick<Asset, 'decimals'>, faults: Faults): PriceBound {
  return request.minOut === undefined
    ? { kind: 'slippage', slippageBps: request.slippageBps ?? 0 }
    : {
        kind: 'min_out',
        minOut: faults.amount('/minOut', parseAmount(request.minOut, to.decimals)),
      };
}

function readDeadline(request: JobRequest, context: Needs, faults: Faults): number {
  const now = context.clock.now();
  if (request.deadline === undefined) return now + context.policy.defaultDeadline;
  const deadline = Date.parse(request.deadline);
  if (deadline <= now) faults.add('/deadline', 'has passed');
  return Math.min(latestDeadline, deadline);
}

/** What is wrong with the job in a way that has a code of its own. */
function refused(code: ErrorCode, faults: readonly Fault[]): FerrymanError {
  return new FerrymanError(code, faults.map(({ message }) => message).join('; '), { faults });
}

/** What to write instead of a symbol: several tokens of a chain may have the same one. */
function tokenFault(given: string, chain: ChainName, coin: string): string | undefined {
  if (!/^\$?[A-Za-z][A-Za-z0-9.]{0,11}$/.test(given)) return undefined;
  const instead =
    given.toUpperCase() === coin.toUpperCase() ? 'native' : `the token’s address on ${chain}`;
  const beside = instead === 'native' ? '' : `, or native for ${coin}`;
  return `${given} is a symbol, and symbols are not taken: write ${instead}${beside}`;
}

/** Gathers every fault of a request, so that all of them are reported at once. */
class Faults {
  readonly #faults: Fault[] = [];

  add(pointer: string, message: string): void {
    this.#faults.push({ pointer, message });
  }

  address(pointer: string, adapter: ChainAdapter, given: string): string {
    // Some chains have a second spelling of the same accounts; which network an account is of, the
    // adapter knows.
    const spelled = checkAddress(adapter.chain.name, given);
    const parsed = adapter.parseAddress(spelled.ok ? spelled.canonical : given);
    const isCoin = parsed.ok && isNativeToken(adapter.chain, parsed.address);
    const fault = 'is the form of the native coin, not an account';
    return this.parsed(pointer, isCoin ? { ok: false, fault } : parsed, given);
  }

  parsed(pointer: string, parsed: ReturnType<ChainAdapter['parseAddress']>, given: string): string {
    if (parsed.ok) return parsed.address;
    this.add(pointer, parsed.fault);
    return given;
  }

  token(pointer: string, adapter: ChainAdapter, given: string): string {
    // A word for the native coin, whatever its form is on this chain, and the forms that the
    // interface has for it.
    const forms = ['native', ...(knownChains[adapter.chain.name]?.nativeToken.forms ?? [])];
    if (forms.includes(given) || isNativeToken(adapter.chain, given))
      return adapter.chain.nativeToken.address;
    const { family, name, nativeToken: coin } = adapter.chain;
    if (!formatsOf(family).hasTokens) {
      this.add(pointer, `${name} has only its coin, ${coin.symbol}: write native`);
      return given;
    }
    const parsed = adapter.parseAddress(given);
    return this.parsed(
      pointer,
      parsed.ok
        ? parsed
        : { ok: false, fault: tokenFault(given, name, coin.symbol) ?? parsed.fault },
      given,
    );
  }

  /**
   * Whoever sends a token to its own contract has copied the wrong address: nobody gets it out
   * again. The rest only the chain knows.
   */
  async receiver(
    pointer: string,
    adapter: ChainAdapter,
    account: string,
    { token, patience }: { token: TokenAddress; patience: Patience },
  ): Promise<void> {
    const { family, name, wrappedNative } = adapter.chain;
    const contracts = wrappedNative === undefined ? [token] : [token, wrappedNative];
    const fault = contracts.some((one) => sameAccount(family, one, account))
      ? 'is the token’s own contract, which nobody gets anything out of'
      : adapter.receiverFault && (await patience.for(name, adapter.receiverFault(account)));
    if (fault !== undefined) this.add(pointer, fault);
  }

  amount(pointer: string, parsed: ParsedAmount): bigint {
    if (parsed.ok) return parsed.baseUnits;
    this.add(pointer, amountFaults[parsed.fault]);
    return 0n;
  }

  throwAny(): void {
    if (this.#faults.length > 0) throw invalidJob(this.#faults);
  }
}

/**
 * Why a chain cannot be named in a job, and what to do about it. @param configured the chains that
 * can
 */
function explainUnknownChain(chain: ChainName, configured: readonly ChainName[]): string {
  return `the chain ${chain} is not configured; ${configured.join(', ')} are. ${whatToDo(chain)}`;
}

function whatToDo(chain: ChainName): string {
  const known = Object.hasOwn(knownChains, chain) ? knownChains[chain] : undefined;
  if (known?.family !== undefined) return `To use ${known.title}, give chains.${chain}.rpcUrls`;
  if (known) return `Nothing can be signed on ${known.title}: it can only be where the money goes`;
  const meant = knownChains[chain.toUpperCase()];
  return meant
    ? `Its identifier is ${meant.name}`
    : 'Nobody knows it here: `ferryman chains` lists the identifiers';
}
