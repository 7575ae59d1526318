import { assertNever } from '../core/assert-never.ts';
import type { ChainName } from '../core/swap/chains.ts';
import type { Job } from '../core/swap/job.ts';
import { mayPayOnlyOne } from '../core/swap/job-seal.ts';
import { maximumFee } from '../core/swap/transaction-object.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { ChainAdapter, UnsignedTransaction } from '../ports/chain-adapter.ts';
import { type Intent, paidOrder, type Verdict } from '../ports/guard.ts';
import type {
  PartToSign,
  Signer,
  SigningAnswer,
  SigningFacts,
  SigningRequest,
} from '../ports/signer.ts';
import { adapterOf } from './adapter-of.ts';
import { boundExpiry } from './bound-expiry.ts';
import { distrust } from './distrust.ts';
import { judgeBytes, simulationOf } from './judge-bytes.ts';
import { readPrices } from './read-prices.ts';
import { signJudged } from './sign-judged.ts';
import type { JudgedPart, SignerContext } from './signer-context.ts';

/**
 * Judges, logs and signs. `isolated`: another process asks, which may have been taken over. Then
 * nothing that it says counts but what it must know: the bytes, sealed jobs and admissions, and the
 * order, which comes from the routing service anyway.
 */
export function createSigner(context: SignerContext): Signer {
  let latest: Promise<unknown> = Promise.resolve();
  /** Two requests for one swap, or at a cap, must not both pass before either is logged. */
  const oneAtATime = <Result>(task: () => Promise<Result>): Promise<Result> => {
    const running = latest.then(task);
    latest = running.catch(() => undefined);
    return running;
  };
  return {
    async sign(request) {
      const adapter = adapterOf(context, request.unsigned.chain);
      requireConsistent(request, adapter);
      const keyRef = keyOf(context, request.unsigned);
      const parts = await Promise.all(request.parts.map((part) => distrusted(context, part)));
      const judged = await judgeParts(context, adapter, request, parts);
      if (judged.kind === 'refused') return judged;
      const unsigned = await boundExpiry(context, adapter, request.unsigned);
      return oneAtATime(() => signJudged(context, adapter, { keyRef, unsigned }, judged.parts));
    },
  };
}

async function distrusted(context: SignerContext, part: PartToSign): Promise<PartToSign> {
  return context.isolated ? distrust(context, part) : part;
}

async function judgeParts(
  context: SignerContext,
  adapter: ChainAdapter,
  { unsigned }: SigningRequest,
  parts: readonly PartToSign[],
): Promise<
  Extract<SigningAnswer, { kind: 'refused' }> | { kind: 'allowed'; parts: readonly JudgedPart[] }
> {
  const judged: JudgedPart[] = [];
  for (const [position, part] of parts.entries()) {
    const facts = part.facts ?? (await readFacts(context, adapter, part));
    const { verdict, admittedBy } = await judgeBytes(context, adapter, part, facts, {
      items: async () => part.admitted ?? [],
      votes: async () => part.votes ?? [],
      // A signer of its own follows no swap: only its policy says who is known.
      paidBefore: async () => part.facts?.paidBefore === true,
    });
    if (verdict.kind !== 'allow') return { kind: 'refused', part: position, verdict, admittedBy };
    judged.push({ ...part, facts });
  }
  const shared = judgeTogether(context, unsigned, judged);
  if (shared && shared.kind !== 'allow')
    return { kind: 'refused', verdict: shared, admittedBy: [] };
  return { kind: 'allowed', parts: judged };
}

function judgeTogether(
  { guard }: SignerContext,
  unsigned: UnsignedTransaction,
  parts: readonly PartToSign[],
): Verdict | undefined {
  return parts.length > 1
    ? guard.judgeShared(
        unsigned,
        parts.map((part) => part.unsigned),
      )
    : undefined;
}

async function readFacts(
  { prices }: SignerContext,
  adapter: ChainAdapter,
  part: PartToSign,
): Promise<SigningFacts> {
  const reading = paidOrder(part.intent)
    ? readPrices({ prices }, adapter.chain, part.swap.job)
    : undefined;
  const simulation = await adapter.simulate(simulationOf(part));
  const read = await reading;
  return { simulation, ...(read ? { prices: read } : {}) };
}

function keyOf({ keys }: SignerContext, { family, account }: UnsignedTransaction): string {
  const keyRef = keys.keyRefOf({ family, address: account });
  if (keyRef !== undefined) return keyRef;
  throw new FerrymanError(
    'KEYSTORE_MISSING',
    `no keystore of the signer has the account ${account}; check its data folder, and restart it`,
  );
}

/** A cancel uses up the nonce of whatever was signed for the job, which may be a claim. */
function chainsOf({ kind }: Intent, { from, to }: Job): ChainName[] {
  switch (kind) {
    case 'swap':
    case 'deposit':
    case 'approve':
    case 'revoke':
    case 'refund':
      return [from.chain];
    case 'claim':
      return [to.chain];
    case 'cancel':
    case 'boost':
      return [from.chain, to.chain];
    default:
      return assertNever(kind, 'intent');
  }
}

/** The guard of a family judges its own chains and exactly what is signed, for wallets of the jobs. */
function requireConsistent({ unsigned, parts }: SigningRequest, { chain }: ChainAdapter): void {
  const all = [unsigned, ...parts.map((part) => part.unsigned)];
  const isOne = all.every(
    ({ family, chain: name, account }) =>
      family === chain.family && name === chain.name && account === unsigned.account,
  );
  const isJobs = parts.every(
    ({ swap: { job }, lease, intent }) =>
      job.wallet.address === unsigned.account &&
      lease.account === unsigned.account &&
      chainsOf(intent, job).includes(chain.name),
  );
  const [first, ...others] = parts;
  const isWhole = others.length > 0 || first.unsigned.bytes === unsigned.bytes;
  // The log has both of the whole, and the guard judges those of the parts.
  const isJudged =
    parts.every((part) => part.unsigned.expires === unsigned.expires) &&
    parts.reduce((sum, part) => sum + maximumFee(part.unsigned.fee), 0n) ===
      maximumFee(unsigned.fee);
  const paysOnce = parts.every(({ swap }, position) =>
    parts.slice(0, position).every((earlier) => !mayPayOnlyOne(swap, earlier.swap)),
  );
  if (isOne && isJobs && isWhole && isJudged && paysOnce) return;
  throw new FerrymanError(
    'SIGNER_REFUSED',
    `the parts are not the transaction on ${chain.name} that is to be signed, are not of this chain and wallet, or would pay one swap twice`,
    { next: 'review', details: { chain: chain.name } },
  );
}
