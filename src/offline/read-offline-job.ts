import { defaultPolicy } from '../core/decide/policy.ts';
import {
  type ChainName,
  chainRegistry,
  type Family,
  isNativeToken,
  type TokenAddress,
} from '../core/swap/chains.ts';
import type { WalletId } from '../core/swap/ids.ts';
import type { Job } from '../core/swap/job.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import { freezeJob } from '../executor/freeze-job.ts';
import { invalidJob, readJobRequest } from '../executor/job-request.ts';
import { createTimeLimit } from '../executor/time-limit.ts';
import type { ChainAdapter, TokenFacts } from '../ports/chain-adapter.ts';
import { machineClock } from '../ports/clock.ts';
import type { Wallet } from '../ports/stores/wallet-store.ts';

export interface OfflineJob {
  job: Job;
  source: ChainAdapter;
}

/** What else a submission knows of a job. */
export interface JobFacts {
  /** The wallet's address on the source chain. */
  walletOf(name: string, family: Family): string | Promise<string>;
  adapterOf(chain: ChainName): Promise<ChainAdapter>;
  readToken(adapter: ChainAdapter, token: TokenAddress): Promise<TokenFacts>;
  additionalProviders?: readonly string[];
}

/**
 * A job through the parsers of a submission, without a journal. Throws `INVALID_JOB` with every
 * fault, and what the facts throw.
 */
export async function readOfflineJob(body: unknown, facts: JobFacts): Promise<OfflineJob> {
  const read = readJobRequest(body);
  if (!read.ok) throw invalidJob(read.faults);
  const { request } = read;
  const source = await facts.adapterOf(request.from.chain);
  const names = [...new Set([request.from.chain, request.to.chain])];
  // A destination that cannot pay needs no adapter.
  const adapters = await Promise.all(
    names.flatMap((name) => (chainRegistry[name] ? [facts.adapterOf(name)] : [])),
  );
  const wallet: Wallet = {
    id: 'offline' as WalletId,
    name: request.wallet,
    family: source.chain.family,
    address: await facts.walletOf(request.wallet, source.chain.family),
    keyRef: 'none',
  };
  const wallets = async () => [wallet];
  const frozen = await freezeJob(
    {
      chains: new Map(adapters.map((adapter) => [adapter.chain.name, adapter])),
      walletList: { recent: wallets, current: wallets },
      tokens: { read: (adapter, token) => facts.readToken(adapter, token) },
      additionalProviders: facts.additionalProviders ?? [],
      policy: defaultPolicy,
      clock: machineClock,
    },
    request,
    createTimeLimit(60_000),
  );
  return { job: frozen.jobFrom(wallet), source };
}

/** The facts of a token, from a list of them. Throws `UNKNOWN_TOKEN`. */
export function tokenFrom(
  known: readonly (TokenFacts & { chain: ChainName })[],
  { chain, parseAddress }: ChainAdapter,
  token: TokenAddress,
): TokenFacts {
  if (isNativeToken(chain, token)) return chain.nativeToken;
  const found = known.find((entry) => {
    const parsed = parseAddress(entry.address);
    return (
      entry.chain === chain.name &&
      (entry.address === token || (parsed.ok && parsed.address === token))
    );
  });
  if (found) return { address: token, symbol: found.symbol, decimals: found.decimals };
  throw new FerrymanError(
    'UNKNOWN_TOKEN',
    `the decimals of ${token} on ${chain.name} are not known: list the token under "tokens" in the facts`,
  );
}
