import { getAddress, keccak256, toHex } from 'viem';
import type { EvmChainName, SandboxChainEndpoints, SandboxEndpoints } from '../../sandbox/endpoints.ts';
import { CHAIN_DEFINITIONS, MINTABLE_TOKENS } from '../../sandbox/evm/chain-catalogue.ts';
import { formatAmount } from '../../src/core/amounts.ts';
import { evmNativeToken } from '../../src/core/chains.ts';
import type { JobRequest } from '../../src/executor/job-request.ts';
import { type Random, seededRandom } from './random.ts';

/** What should become of a job: paid out on its chain or on another one, come back, or be fetched on the other chain. */
type JobKind = 'on-chain' | 'cross-chain' | 'refund' | 'claim';

interface PlannedAsset {
  chain: EvmChainName;
  token: string;
  symbol: string;
  decimals: number;
}

export interface PlannedJob {
  /** Names it everywhere; also its idempotency key. */
  key: string;
  kind: JobKind;
  wallet: string;
  from: PlannedAsset;
  to: PlannedAsset;
  /** Base units of the source token; no other job of the run has the same, so that it names its payment on the chain. */
  amount: bigint;
  /** Nobody else's. */
  receiver: string;
  /** The least that may arrive, in base units of the destination token. */
  minOut: bigint;
  /** How the job says so: itself, or as slippage off a quote, which is never that much below the price. */
  boundBy: 'minOut' | 'slippage';
  /** Its client wants it cancelled once its history has so many entries, or shows a signed payment; and then retried. Absent: never. */
  cancelWhen?: number | 'signed';
}

const chainNames: readonly EvmChainName[] = ['ETH', 'POLYGON', 'ARBITRUM'];
const sources = ['native', 'USDC', 'USDC', 'DAI', 'USDT'] as const;
const destinations = ['native', 'USDC', 'DAI'] as const;

/** Below what the fixed prices give: for fees of providers, what moves in pools, and slippage. */
const leastShare = { of: 97n, in: 100n };

/** Of so many jobs one is cancelled, while its history has at most so many entries: about as many as one that pays at once has in all. */
const oneCancelledOf = 6;
const lastEntry = 20;

/** In 10: how often each kind comes. */
const kinds: readonly JobKind[] = [
  ...Array<JobKind>(4).fill('on-chain'),
  ...Array<JobKind>(4).fill('cross-chain'),
  'refund',
  'claim',
];

/** Jobs over all chains, wallets and kinds; the same seed plans the same. */
export function planJobs(
  { chains }: Pick<SandboxEndpoints, 'chains'>,
  { seed, jobs, wallets }: { seed: number; jobs: number; wallets: readonly string[] },
): PlannedJob[] {
  const random = seededRandom(seed, 'jobs');
  const cancels = seededRandom(seed, 'cancels');
  return Array.from({ length: jobs }, (_, index) => {
    // The first ten show every kind; from then on chance decides.
    const kind = index < kinds.length ? (kinds[(index * 3) % kinds.length] ?? 'on-chain') : random.pick(kinds);
    const { from, to } = chooseRoute(chains, kind, random);
    const amount = amountOf(from, index);
    const isCancelled = index % oneCancelledOf === seed % oneCancelledOf;
    return {
      key: `job-${seed}-${index}`,
      kind,
      wallet: random.pick(wallets),
      from,
      to,
      amount,
      receiver: getAddress(`0x${keccak256(toHex(`receiver ${seed} ${index}`)).slice(-40)}`),
      minOut: leastOf(from, to, amount),
      boundBy: index % 2 === 0 ? 'minOut' : 'slippage',
      ...(isCancelled ? { cancelWhen: cancels.chance(0.5) ? 'signed' : cancels.between(1, lastEntry) } : {}),
    };
  });
}

function chooseRoute(chains: SandboxEndpoints['chains'], kind: JobKind, random: Random) {
  const asset = (chain: EvmChainName, symbol: string): PlannedAsset => resolve(chain, chains[chain], symbol);
  const chain = random.pick(chainNames);
  switch (kind) {
    case 'on-chain': {
      const source = random.pick(sources);
      return {
        from: asset(chain, source),
        to: asset(chain, random.pick(destinations.filter((one) => one !== source))),
      };
    }
    case 'cross-chain':
    case 'refund': {
      const other = random.pick(chainNames.filter((one) => one !== chain));
      return { from: asset(chain, random.pick(sources)), to: asset(other, random.pick(destinations)) };
    }
    // The sandbox's provider of claims works between these two only.
    case 'claim':
      return { from: asset('ETH', random.pick(sources)), to: asset('ARBITRUM', random.pick(destinations)) };
  }
}

function resolve(chain: EvmChainName, { nativeToken, tokens }: SandboxChainEndpoints, symbol: string): PlannedAsset {
  if (symbol === 'native') {
    return { chain, token: evmNativeToken, symbol: nativeToken.symbol, decimals: nativeToken.decimals };
  }
  const token = tokens.find((one) => one.symbol === symbol);
  if (!token) throw new TypeError(`the sandbox has no ${symbol} on ${chain}`);
  return { chain, token: token.address, symbol, decimals: token.decimals };
}

/** Steps of a native amount are far below a bridge's fee, so that no amount and fee look like another amount. */
function amountOf({ token, symbol, decimals }: PlannedAsset, index: number): bigint {
  const unit = 10n ** BigInt(decimals);
  const step = BigInt(index + 1);
  if (token !== evmNativeToken) return 50n * unit + step * (unit / 1_000n);
  return (symbol === 'POL' ? 20n * unit : unit / 20n) + step * 10n ** 9n;
}

function leastOf(from: PlannedAsset, to: PlannedAsset, amount: bigint): bigint {
  const value = amount * priceOf(from) * 10n ** BigInt(to.decimals) * leastShare.of;
  return value / (priceOf(to) * 10n ** BigInt(from.decimals) * leastShare.in);
}

/** As the sandbox has fixed it, in millionths of a US dollar. */
function priceOf({ chain, token, symbol }: PlannedAsset): bigint {
  if (token === evmNativeToken) return CHAIN_DEFINITIONS[chain].native.usdMicros;
  const known = Object.values(MINTABLE_TOKENS).find((one) => one.symbol === symbol);
  if (!known) throw new TypeError(`the sandbox has no price of ${symbol}`);
  return known.usdMicros;
}

/** The job as a client submits it. */
export function jobRequestOf(job: PlannedJob): JobRequest {
  const provider = job.kind === 'refund' ? 'celer_bridge' : job.kind === 'claim' ? 'arbitrum' : undefined;
  return {
    wallet: job.wallet,
    from: { chain: job.from.chain, token: job.from.token },
    to: { chain: job.to.chain, token: job.to.token },
    amount: formatAmount(job.amount, job.from.decimals),
    receiver: job.receiver,
    ...(job.boundBy === 'minOut' ? { minOut: formatAmount(job.minOut, job.to.decimals) } : { slippageBps: 100 }),
    ...(provider === undefined ? {} : { providers: { allow: [provider] } }),
  };
}
