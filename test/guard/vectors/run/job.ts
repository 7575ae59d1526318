import { defaultPolicy } from '../../../../src/core/decide/policy.ts';
import { chainRegistry, type Family } from '../../../../src/core/swap/chains.ts';
import type { WalletId } from '../../../../src/core/swap/ids.ts';
import type { Job } from '../../../../src/core/swap/job.ts';
import { freezeJob } from '../../../../src/executor/freeze-job.ts';
import { invalidJob, readJobRequest } from '../../../../src/executor/job-request.ts';
import { createTimeLimit } from '../../../../src/executor/time-limit.ts';
import { definitionOf } from '../../../../src/families/families.ts';
import { defaultProtectedCoin } from '../../../../src/guard/policy/guard-policy.ts';
import type { ChainAdapter } from '../../../../src/ports/chain-adapter.ts';
import type { Wallet } from '../../../../src/ports/stores/wallet-store.ts';
import { noon } from '../../../support/snapshot.ts';
import { told } from './env.ts';
import { tokenAt, type WireJob } from './fixtures.ts';
import { CannotBuild, type Env } from './vector.ts';

type Needs = Parameters<typeof freezeJob>[0];

const adapters = new Map<string, Promise<ChainAdapter>>();

/** The real adapter of a chain, whose nodes do not answer. */
export function adapterOf(name: string): Promise<ChainAdapter> {
  const known = adapters.get(name);
  if (known) return known;
  const chain = chainRegistry[name];
  if (!chain) throw new CannotBuild(`no adapter for ${name}`);
  const loading = definitionOf(chain.family).loadAdapter({
    chain: chain as never,
    rpcUrls: ['http://127.0.0.1:1'],
    clock: { now: () => noon },
    fetch: () => Promise.reject(new Error('no node is asked')),
    storedAccount: async () => undefined,
    protectedCoin: defaultProtectedCoin,
  });
  adapters.set(name, loading);
  return loading;
}

/**
 * The job of a vector through the parsers of a submission. Throws their errors: `INVALID_JOB` with
 * every fault.
 */
export async function readVectorJob(
  wire: WireJob,
  {
    flow,
    wallet,
    env = {},
  }: { flow: Job['flow']; wallet: { family: Family; address: string }; env?: Env },
): Promise<Job> {
  const { srcTokenBlockchain, srcTokenAddress, dstTokenBlockchain, dstTokenAddress } = wire;
  const body = {
    wallet: 'treasury',
    from: { chain: srcTokenBlockchain, token: srcTokenAddress },
    to: { chain: dstTokenBlockchain, token: dstTokenAddress },
    amount: wire.srcTokenAmount,
    receiver: wire.receiver,
    // The fixtures' slippage is in percent.
    slippageBps: Math.round(Number(wire.slippage) * 100),
    flow,
    ...(wire.refundAddress === undefined ? {} : { refundAddress: wire.refundAddress }),
    ...(wire.expiresAt === undefined ? {} : { deadline: dateOf(wire.expiresAt) }),
    ...metadataOf(wire),
    // What the fixtures' jobs do not have is for the parser to judge.
    ...Object.fromEntries(Object.entries(wire).filter(([name]) => !wireMembers.includes(name))),
  };
  const read = readJobRequest(body);
  if (!read.ok) throw invalidJob(read.faults);
  const chains = new Map<string, ChainAdapter>();
  for (const name of [srcTokenBlockchain, dstTokenBlockchain]) {
    const adapter = await adapterOf(name);
    chains.set(name, { ...adapter, receiverFault: async () => undefined });
  }
  const account = { ...wallet, address: wire.fromAddress };
  const parsed = chains.get(srcTokenBlockchain)?.parseAddress(wire.fromAddress);
  if (parsed?.ok === false) throw invalidJob([{ pointer: '/wallet', message: parsed.fault }]);
  const accounts = [{ id: 'w-1' as WalletId, name: 'treasury', ...account } as unknown as Wallet];
  const needs = {
    chains,
    walletList: { recent: async () => accounts, current: async () => accounts },
    tokens: { read: async (adapter: ChainAdapter, token: string) => factsOf(adapter, token, env) },
    additionalProviders: [],
    policy: defaultPolicy,
    clock: { now: () => nowOf(env) },
  } as unknown as Needs;
  const frozen = await freezeJob(needs, read.request, createTimeLimit(60_000));
  return frozen.jobFrom(frozen.accounts[0]);
}

const wireMembers = [
  ...['srcTokenBlockchain', 'srcTokenAddress', 'srcTokenAmount', 'dstTokenBlockchain'],
  ...['dstTokenAddress', 'fromAddress', 'receiver', 'slippage', 'refundAddress', 'id', 'tenant'],
  ...['submitter', 'notBefore', 'expiresAt', 'v', 'mac'],
];

/** Ferryman's jobs have no tenants and do not wait: what they mean to a client is its metadata. */
function metadataOf({ tenant, notBefore }: WireJob): { metadata?: Record<string, string> } {
  if (tenant === undefined) return {};
  return { metadata: { tenant: `${tenant}`, notBefore: `${notBefore ?? ''}` } };
}

function dateOf(milliseconds: unknown): string {
  return new Date(Number(milliseconds)).toISOString();
}

/** `+601s`, or milliseconds since the epoch. */
function nowOf(env: Env): number {
  const now = told(env, 'now');
  if (now === undefined) return noon;
  const seconds = /^\+(\d+)s$/.exec(`${now}`)?.[1];
  return seconds === undefined ? Number(now) : noon + Number(seconds) * 1_000;
}

/** What the chain shows of a token. One that the fixtures do not have is one that nobody lists. */
function factsOf({ chain }: ChainAdapter, address: string, env: Env) {
  if (address === chain.nativeToken.address) return chain.nativeToken;
  const known = tokenAt(chain.name, address);
  const { decimals = 18, symbol = 'NEW' } = known ?? {};
  return { address, decimals: shownDecimals(env, address) ?? decimals, symbol };
}

function shownDecimals(env: Env, address: string): number | undefined {
  const given = told(env, 'decimals');
  if (typeof given !== 'object' || given === null) return undefined;
  const entries = Object.entries(given as Record<string, number>);
  return entries.find(([name]) => name.toLowerCase() === address.toLowerCase())?.[1];
}
