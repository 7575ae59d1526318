import { type ParsedAmount, parseAmount } from '../core/amounts/amounts.ts';
import { checkAddress } from '../core/registry/check-address.ts';
import { nearestChain } from '../core/registry/find-chain.ts';
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
import { listedSymbol, listedSymbols, tokenListedAs } from '../core/swap/token-list.ts';
import { didYouMean } from '../core/text/did-you-mean.ts';
import type { ErrorCode } from '../errors/codes.ts';
import { type Fault, FerrymanError } from '../errors/ferryman-error.ts';
import type { ChainAdapter } from '../ports/chain-adapter.ts';
import type { Wallet } from '../ports/stores/wallet-store.ts';
import type { ExecutorContext } from './context.ts';
import { amountFaults, invalidJob, type JobRequest } from './job-request.ts';
import {
  type Destination,
  isReportedOnly,
  reportedCoin,
  reportedReceiver,
} from './reported-destination.ts';
import type { TimeLimit } from './time-limit.ts';
import type { Tokens } from './tokens.ts';

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

/**
 * Turns a well-formed request into the job to execute: addresses in canonical form, amounts in base
 * units, decimals read from the chains and fixed. For a destination that is not configured, the
 * registry has the decimals. Throws `INVALID_JOB` with every fault, `UNKNOWN_CHAIN`,
 * `UNKNOWN_WALLET`, `WALLET_OF_OTHER_NETWORK`, `UNKNOWN_TOKEN`, `TOKEN_UNREADABLE`, each with a
 * pointer to the fault, and `CHAIN_UNAVAILABLE` or `RPC_*` if a chain does not respond and its
 * answer was never stored.
 */
export async function freezeJob(
  context: Needs,
  request: JobRequest,
  timeLimit: TimeLimit,
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
  const wanted: RequestedToken | ReportedCoin = isReportedOnly(destination)
    ? reportedCoin(destination, request.to.token)
    : ['/to/token', destination, faults.token('/to/token', destination, request.to.token)];
  faults.throwAny();

  const freeze = (requested: RequestedToken) => freezeAsset(context.tokens, requested, timeLimit);
  const [from, to] = await freezeAssets(['/from/token', source, fromToken], wanted, freeze);
  if (from.chain === to.chain && from.token === to.token)
    faults.add('/to/token', 'is the source token');
  await Promise.all([
    isReportedOnly(destination)
      ? undefined
      : faults.receiver('/receiver', destination, receiver, { token: to.token, timeLimit }),
    refundAddress === undefined
      ? undefined
      : faults.receiver('/refundAddress', source, refundAddress, { token: from.token, timeLimit }),
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

/** The source must be a configured chain; the destination may be any known chain. */
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

/** Under another name of a configured network, Ferryman would not check the payout. */
function requireNoOtherName({ chains }: Needs, { name, caip2 }: KnownChain): void {
  const same = [...chains.values()].find(
    ({ chain }) => caip2 !== undefined && chain.caip2 === caip2,
  );
  if (!same) return;
  const message = `${name} is the network that is configured as ${same.chain.name}: use that name`;
  throw refused('UNKNOWN_CHAIN', [{ pointer: '/to/chain', message }]);
}

/** A name selects the wallet and, for a treasury wallet, its further accounts. */
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
  // A missing wallet may be new, and of several accounts the frozen ones matter: read again.
  const isSingle = named.some(isNamed) && furtherAccounts(named, name).length === 0;
  if (!isSingle) named = ofFamily(await context.walletList.current());
  const wallet = named.find(isNamed);
  if (wallet) await requireNetwork(source, wallet);
  if (wallet) return [wallet, ...furtherAccounts(named, name)];
  const known = [...new Set(named.map((one) => treasuryOf(one.name)))];
  const others = known.length > 0 ? listed(known) : `no ${family} wallet is known`;
  const hint = didYouMean(name, known) || `; ${others}`;
  throw refused('UNKNOWN_WALLET', [
    { pointer: '/wallet', message: `there is no ${family} wallet named ${name}${hint}` },
  ]);
}

/** A message lists at most so many wallet names. */
const maxNames = 10;

function listed(names: readonly string[]): string {
  const rest = names.length - maxNames;
  const shown = names.slice(0, maxNames).join(', ');
  return rest > 0 ? `known wallets: ${shown} and ${rest} more` : `known wallets: ${shown}`;
}

/** The further accounts of a wallet belong to the same network. */
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

type RequestedToken = readonly [pointer: string, adapter: ChainAdapter, token: string];

/** Reads both tokens at once, and reports the faults of both. */
async function freezeAssets(
  source: RequestedToken,
  destination: RequestedToken | ReportedCoin,
  freeze: (requested: RequestedToken) => Promise<Asset | Fault>,
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
  'is 0, and the routing service makes no order with 0; give 1 or more, or minOut for an exact minimum';

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

/** A refusal whose fault has its own error code. */
function refused(code: ErrorCode, faults: readonly Fault[]): FerrymanError {
  return new FerrymanError(code, faults.map(({ message }) => message).join('; '), { faults });
}

/** What to write instead of a symbol that the list of the chain does not have. */
function symbolFault(given: string, chain: ChainAdapter['chain']): string | undefined {
  if (!/^(?!0x)[\p{L}\p{N}\p{S}.+-]{1,20}$/u.test(given)) return undefined;
  const { name, nativeToken: coin } = chain;
  const symbols = listedSymbols(chain);
  const suggestion =
    didYouMean(given, symbols) ||
    `; write the token’s address on ${name}, or native for ${coin.symbol}`;
  return `${given} is no symbol of chains.${name}.tokens, and contracts may share a symbol${suggestion}`;
}

/** Collects every fault of a request, to report all at once. */
class Faults {
  readonly #faults: Fault[] = [];

  add(pointer: string, message: string): void {
    this.#faults.push({ pointer, message });
  }

  address(pointer: string, adapter: ChainAdapter, given: string): string {
    // Some chains have a second spelling of an account. The adapter checks its network.
    const spelled = checkAddress(adapter.chain.name, given);
    const parsed = adapter.parseAddress(spelled.ok ? spelled.canonical : given);
    const isCoin = parsed.ok && isNativeToken(adapter.chain, parsed.address);
    const fault = 'is the placeholder of the native coin, not an account';
    return this.parsed(pointer, isCoin ? { ok: false, fault } : parsed, given);
  }

  parsed(pointer: string, parsed: ReturnType<ChainAdapter['parseAddress']>, given: string): string {
    if (parsed.ok) return parsed.address;
    this.add(pointer, parsed.fault);
    return given;
  }

  token(pointer: string, adapter: ChainAdapter, given: string): string {
    const { family, name, nativeToken: coin } = adapter.chain;
    // `native`, the chain's own form of its coin, and the forms of the routing interface.
    const forms = ['native', ...(knownChains[name]?.nativeToken.forms ?? [])];
    if (forms.includes(given) || isNativeToken(adapter.chain, given)) return coin.address;
    const parsed = adapter.parseAddress(given);
    if (parsed.ok && formatsOf(family).hasTokens) return parsed.address;
    const listed = tokenListedAs(adapter.chain, given);
    if (listed === coin.address) return listed;
    if (!formatsOf(family).hasTokens) {
      this.add(pointer, `${name} has only its coin, ${coin.symbol}: write native`);
      return given;
    }
    if (listed === undefined) {
      const fault = symbolFault(given, adapter.chain) ?? (parsed.ok ? '' : parsed.fault);
      return this.parsed(pointer, { ok: false, fault }, given);
    }
    const token = adapter.parseAddress(listed);
    if (token.ok) return token.address;
    const setting = `chains.${name}.tokens.${given}`;
    return this.parsed(pointer, { ok: false, fault: `${setting}: ${token.fault}` }, given);
  }

  /**
   * A receiver that is the token's own contract is a copying mistake: money sent there is lost. The
   * adapter checks the rest on the chain.
   */
  async receiver(
    pointer: string,
    adapter: ChainAdapter,
    account: string,
    { token, timeLimit }: { token: TokenAddress; timeLimit: TimeLimit },
  ): Promise<void> {
    const { family, name, wrappedNative } = adapter.chain;
    const contracts = wrappedNative === undefined ? [token] : [token, wrappedNative];
    const fault = contracts.some((one) => sameAccount(family, one, account))
      ? 'is the token’s own contract: money sent there is lost'
      : adapter.receiverFault && (await timeLimit.for(name, adapter.receiverFault(account)));
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
 * Why a job cannot name a chain, and what to do about it.
 * @param configured the chains that it can name
 */
function explainUnknownChain(chain: ChainName, configured: readonly ChainName[]): string {
  const meant = nearestChain(chain, configured);
  if (meant !== undefined && !Object.hasOwn(knownChains, chain))
    return `there is no chain ${chain}; did you mean ${meant}?`;
  return `the chain ${chain} is not configured; ${configured.join(', ')} are. ${whatToDo(chain)}`;
}

function whatToDo(chain: ChainName): string {
  const known = Object.hasOwn(knownChains, chain) ? knownChains[chain] : undefined;
  if (known?.family !== undefined)
    return `To use ${known.title}, configure chains.${chain}.rpcUrls`;
  if (known) return `Ferryman cannot sign on ${known.title}: it can only be the destination`;
  const meant = nearestChain(chain);
  return meant !== undefined
    ? `Did you mean ${meant}?`
    : 'Ferryman does not know it: `ferryman chains` lists the identifiers';
}
