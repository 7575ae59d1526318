import { defaultPolicy } from '../../../../src/core/decide/policy.ts';
import type { Deposit } from '../../../../src/core/deposits/deposit.ts';
import { chainRegistry, isNativeToken } from '../../../../src/core/swap/chains.ts';
import type { OrderId } from '../../../../src/core/swap/ids.ts';
import type { Job } from '../../../../src/core/swap/job.ts';
import type { Order } from '../../../../src/core/swap/swap.ts';
import type { TransactionObject } from '../../../../src/core/swap/transaction-object.ts';
import { FerrymanError } from '../../../../src/errors/ferryman-error.ts';
import { rulesOfError } from '../../../../src/guard/rules-of-error.ts';
import type { Guard, Intent } from '../../../../src/ports/guard.ts';
import { createRouterClient } from '../../../../src/router/create-router-client.ts';
import type { RouterClient } from '../../../../src/router/router-client.ts';
import { noon } from '../../../support/snapshot.ts';
import type { Assembly, Base, Outcome, Setting } from './base.ts';
import { basesByName } from './bases.ts';
import { tonPayment } from './deposits.ts';
import { duration, namesOf, requireKnownEnv, told } from './env.ts';
import { approveData } from './evm.ts';
import type { Fixtures, WireJob } from './fixtures.ts';
import { answerOf } from './fixtures.ts';
import { insertInto } from './insert-into.ts';
import { adapterOf, readVectorJob } from './job.ts';
import { applyPatch, type Operation } from './json-patch.ts';
import { storeDeposits } from './judge-deposit-orders.ts';
import { authenticityOf } from './judge-job.ts';
import { judgeLedger } from './judge-ledger.ts';
import { judgeListing } from './judge-listing.ts';
import { readPricesOf } from './prices.ts';
import { sizedWord } from './sized-word.ts';
import { openRouter } from './transport.ts';
import { CannotBuild, type Case, type Mutation, requireKnownMutation } from './vector.ts';

export type MakeGuard = (base: Base, setting: Setting) => Guard;

/**
 * Runs one case through the parsers, the client, the encoders and the guard of the product.
 * @param tamper changes the text of the router's answer
 */
export async function judgeCase(
  { mutation }: Case,
  fixtures: Fixtures,
  makeGuard: MakeGuard,
  tamper: (text: string) => string = (text) => text,
): Promise<Outcome> {
  const policy = mutation.policy ?? {};
  const env = {
    ...mutation.env,
    ...('killSwitch' in policy ? { killSwitch: policy.killSwitch } : {}),
  };
  const setting: Setting = { fixtures, mutation, env, tamper };
  requireKnownMutation(mutation);
  requireKnownEnv(mutation.base, env);
  try {
    if (mutation.base === 'B-JOB') {
      const authenticity = await authenticityOf(setting);
      const { 'B-EVM-ERC20': base } = basesByName;
      const honest = { ...setting, authenticity, mutation: { base: 'B-EVM-ERC20' } };
      return await judgeOrder(base!, honest, makeGuard(base!, honest));
    }
    if (mutation.base === 'B-LISTING') return await judgeListing(setting);
    const base = basesByName[mutation.base];
    if (!base) throw new CannotBuild(`the base ${mutation.base} is not known`);
    return await judgeOrder(base, setting, makeGuard(base, setting));
  } catch (error) {
    if (!(error instanceof FerrymanError)) throw error;
    const rules = rulesOfError(error);
    if (rules.length === 0) throw new CannotBuild(`${error.code}: ${error.message}`);
    return { kind: 'refused', rules };
  }
}

async function judgeOrder(base: Base, setting: Setting, guard: Guard): Promise<Outcome> {
  const { wire, answer, quote, approval } = documentsOf(base, setting);
  const { family } = base.terms.from;
  const wallet = { family, address: base.job(setting).fromAddress };
  const job = await readVectorJob(wire, { flow: base.flow, wallet, env: setting.env });
  const { mutation } = setting;
  let fetched = 0;
  const router = await openRouter(mutation, (path) => {
    if (path.includes('quote')) return JSON.stringify(quote);
    if (path.includes('checkApprove')) return JSON.stringify(approval);
    const tampered = fetched++ > 0 && mutation.secondFetch ? again(answer, mutation) : answer;
    const body = base.kind === 'refund' ? tampered.transaction : tampered;
    return setting.tamper(insertInto(JSON.stringify(body), mutation));
  });
  const options = {
    baseUrl: router.baseUrl,
    fetch: router.fetch,
    timeoutMs: mutation.http?.delayMs === undefined ? 30_000 : 300,
    // As the fixtures have it.
    slippageUnit: 'percent',
  } as const;
  const client = createRouterClient(options);
  const judgeBy = (by: RouterClient): Promise<Outcome> =>
    base.kind === 'refund'
      ? judgeRefund({ base, setting, guard, client: by, job })
      : judgeSwap({ base, setting, guard, client: by, job });
  try {
    return await judgeBy(client);
  } catch (error) {
    if (mutation.http || !isTooLarge(error)) throw error;
    // The first bound is that of the body. The ones behind it have to hold without it.
    return {
      kind: 'refused',
      rules: [
        'G02',
        ...(await rulesBehind(() =>
          judgeBy(createRouterClient({ ...options, maxBytes: 2 ** 25 })),
        )),
      ],
    };
  } finally {
    await router.close();
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof FerrymanError && rulesOfError(error).includes('G02');
}

async function rulesBehind(judgeAgain: () => Promise<Outcome>): Promise<readonly string[]> {
  try {
    return (await judgeAgain()).rules;
  } catch (error) {
    if (error instanceof FerrymanError) return rulesOfError(error);
    throw error;
  }
}

interface Parts {
  base: Base;
  setting: Setting;
  guard: Guard;
  client: RouterClient;
  job: Job;
}

async function judgeSwap(parts: Parts): Promise<Outcome> {
  const { base, setting, client, job } = parts;
  const isDeposit = base.flow === 'deposit';
  const quote = await client.quote(job);
  const data = isDeposit
    ? await client.deposit(job, quote.quoteId)
    : await client.swap(job, quote.quoteId);
  const deposit = 'deposit' in data ? data.deposit : undefined;
  const transaction =
    'transaction' in data && data.transaction ? data.transaction : await paymentOf(job, deposit!);
  if (deposit)
    await storeOrders(parts, { quoteId: quote.quoteId, provider: data.provider, deposit });
  const age = ageOf(setting);
  const spender = 'spender' in data && !isNative(job) ? data.spender : undefined;
  const order: Order = {
    id: 'o-1' as OrderId,
    quoteId: quote.quoteId,
    provider: data.provider,
    swapType: data.swapType,
    ...(spender === undefined ? {} : { spender }),
    minOut: data.minOut,
    quotedMinOut: quote.minOut,
    expectedOut: data.expectedOut,
    declaredFee: data.declaredFee,
    signals: data.signals,
    quotedAt: noon - age,
    requestedAt: noon - age + 500,
    transaction,
    ...(deposit ? { deposit } : {}),
    ...(data.echo ? { echo: data.echo } : {}),
    signBy: noon + 15_000,
    destinationAnchor: 0n,
    open: true,
  };
  const kind = isDeposit ? 'deposit' : 'swap';
  const outcomes = [
    ...(await judgeAllowance(parts, order)),
    ...(await judgeFinal(parts, { ...setting, job, order, transaction, kind }, { kind, order })),
    ...(await judgeLedger({
      ...{ env: setting.env, guard: parts.guard, job, order },
      prices: await readPricesOf(job, base, setting),
    })),
  ];
  return merge(outcomes);
}

/** What the journal says of an order that is fetched twice, or that another swap has. */
async function storeOrders(
  { setting, client, job }: Parts,
  { quoteId, provider, deposit }: { quoteId: string; provider: string; deposit: Deposit },
): Promise<void> {
  const { mutation, env } = setting;
  if (mutation.secondFetch) {
    const second = await client.deposit(job, quoteId);
    await storeDeposits([deposit, second.deposit], { provider, how: 'again' });
  }
  // In whatever member a vector names the orders of before.
  const isNamed = JSON.stringify(env).includes(JSON.stringify(deposit.exchangeId));
  const isSeen = namesOf(env, 'exchange').some((name) => env[name] === true);
  if (isNamed || isSeen)
    await storeDeposits([{ ...deposit, address: `${deposit.address}-before` }, deposit], {
      provider,
      how: 'elsewhere',
    });
}

/** Milliseconds since the quote. */
function ageOf({ env }: Setting): number {
  return duration(env, 'quoteAge') ?? duration(env, 'orderAge') ?? 1_000;
}

/**
 * The bytes as they are signed. Where something changes them after the guard has allowed them, the
 * second decoding finds that they are not what was allowed: whatever rule says so, it is G11.
 */
async function judgeFinal(
  parts: Parts,
  assembly: Assembly,
  intent: Intent,
): Promise<readonly Outcome[]> {
  const { env } = assembly;
  if (told(env, 'mutated') === undefined) return [await judgeIntent(parts, assembly, intent)];
  const honest = Object.fromEntries(
    Object.entries(env).filter(([name]) => !namesOf(env, 'mutated').includes(name)),
  );
  const before = await judgeIntent(parts, { ...assembly, env: honest }, intent);
  if (before.kind === 'refused') return [before];
  const after = await judgeIntent(parts, assembly, intent);
  return [after.kind === 'refused' ? { ...after, rules: [...after.rules, 'G11'] } : after];
}

/** Ferryman's own approve, or the one that the router's approval check returns. */
async function judgeAllowance(parts: Parts, order: Order): Promise<Outcome[]> {
  const { setting, job, client } = parts;
  const { spender } = order;
  const { mutation, env } = setting;
  if (spender === undefined || job.from.family !== 'evm') return [];
  const { token } = job.from;
  const call = (value: bigint): TransactionObject => ({
    family: 'evm',
    to: token,
    data: approveData(spender, value),
    value: 0n,
  });
  const checked =
    mutation.at === 'checkApprove'
      ? await client.checkApprove({
          token: job.from,
          owner: job.wallet.address,
          spender,
          amount: job.amount,
        })
      : undefined;
  const offered = mutation.patchApprove && checked?.needed ? checked.transaction : undefined;
  const residual = typeof env.allowance === 'string' && BigInt(env.allowance) > 0n;
  const steps: [Intent & { kind: 'approve' | 'revoke' }, TransactionObject][] = [
    ...(residual
      ? ([[{ kind: 'revoke', token, spender }, call(0n)]] as [
          Intent & { kind: 'revoke' },
          TransactionObject,
        ][])
      : []),
    [
      { kind: 'approve', token, spender, value: job.amount, provider: order.provider },
      offered ?? call(job.amount),
    ],
  ];
  const outcomes: Outcome[] = [];
  for (const [intent, transaction] of steps)
    outcomes.push(
      await judgeIntent(
        parts,
        { ...setting, env: withoutAttack(env), job, order, transaction, kind: intent.kind },
        intent,
      ),
    );
  return outcomes;
}

/** What a vector says of the swap's simulation is not about the approve before it. */
function withoutAttack(env: Setting['env']): Setting['env'] {
  const { allowance } = env;
  return allowance === undefined ? {} : { allowance };
}

async function judgeRefund(parts: Parts): Promise<Outcome> {
  const { setting, client, job } = parts;
  const transaction = await client.refund({
    chain: job.from.chain,
    family: job.from.family,
    txId: `0x${'ab'.repeat(32)}`,
  });
  const order = { expectedOut: job.amount, minOut: job.amount } as Order;
  const intent: Intent = { kind: 'refund', transaction, minBack: job.amount };
  return judgeIntent(parts, { ...setting, job, order, transaction, kind: 'refund' }, intent);
}

async function judgeIntent(
  { base, setting, guard, job }: Parts,
  assembly: Assembly,
  intent: Intent,
): Promise<Outcome> {
  const assembled = await base.assemble(assembly);
  const prices = await readPricesOf(job, base, setting);
  const verdict = guard.judge({
    intent,
    chain: chainRegistry[job.from.chain]!,
    job,
    policy: defaultPolicy,
    authenticity: assembly.authenticity ?? { kind: 'sealed', by: 'key:s1' },
    prices,
    feeSpent: 0n,
    ...assembled,
  });
  return verdict.kind === 'allow'
    ? { kind: 'allow', rules: [] }
    : { kind: 'refused', rules: verdict.findings.map(({ rule }) => rule) };
}

function merge(outcomes: readonly Outcome[]): Outcome {
  return {
    kind: outcomes.every(({ kind }) => kind === 'allow') ? 'allow' : 'refused',
    rules: [...new Set(outcomes.flatMap(({ rules }) => rules))],
  };
}

function isNative({ from }: Job): boolean {
  return isNativeToken(chainRegistry[from.chain]!, from.token);
}

async function paymentOf(
  job: Job,
  { address, amount, memo }: { address: string; amount: bigint; memo?: string },
): Promise<TransactionObject> {
  const adapter = await adapterOf(job.from.chain);
  const spelled = adapter.parseAddress(address);
  if (!spelled.ok) throw new FerrymanError('DEPOSIT_UNPAYABLE', spelled.fault);
  if (job.from.family === 'ton') return tonPayment(address, amount, memo);
  return adapter.paymentOf({
    account: job.wallet.address,
    token: job.from.token,
    to: address,
    amount,
    ...(memo === undefined ? {} : { memo }),
  });
}

/** Job, answers and approval of a case, as JSON values. */
function documentsOf(base: Base, setting: Setting) {
  const { mutation, env } = setting;
  const patches = (mutation.patch ?? []).map((one) => filled(one, base, setting));
  const ofJob = patches
    .filter(({ path }) => path.startsWith('/job/'))
    .map((one) => ({ ...one, path: one.path.slice('/job'.length) }));
  const ofAnswer = patches.filter(({ path }) => !path.startsWith('/job/'));
  const token = typeof env.token === 'string' ? env.token : undefined;
  const first = base.job(setting);
  const wire: WireJob = applyPatch(
    token === undefined ? first : { ...first, srcTokenAddress: token },
    ofJob,
  );
  const honest = answerOf(wire, base.terms, base.transaction(setting, wire));
  const swapped = token === undefined ? honest : renamed(honest, base.terms.from.address, token);
  const root = base.kind === 'refund' ? prefixed(ofAnswer, '/transaction') : ofAnswer;
  const answer = applyPatch(withTypedData(swapped, mutation), root);
  const { quote: _echo, transaction: _transaction, ...trade } = swapped;
  const ofQuote = quotePatches(mutation, ofAnswer);
  const quote = {
    id: 'q-1',
    ...applyPatch(trade, ofQuote),
  };
  const approval = approvalOf(setting, wire);
  return { wire, answer, quote, approval };
}

/** Typed data that the router asks to sign. */
function withTypedData(answer: Record<string, unknown>, { typedData }: Mutation) {
  if (!typedData) return answer;
  return { ...answer, transaction: { ...(answer.transaction as object), typedData } };
}

/** The patches of the quote: the same as the answer's, or its own. */
function quotePatches({ quotePatch }: Mutation, ofAnswer: Operation[]): Operation[] {
  if (Array.isArray(quotePatch)) return quotePatch;
  const shared = /^\/(estimate|fees|routing|warnings|providerType|swapType)\b/;
  return quotePatch === true ? ofAnswer.filter(({ path }) => shared.test(path)) : [];
}

function prefixed(patches: readonly Operation[], prefix: string): Operation[] {
  return patches.map((one) => ({ ...one, path: `${prefix}${one.path}` }));
}

function approvalOf(setting: Setting, wire: WireJob) {
  const { patchApprove = {} } = setting.mutation;
  const honest = {
    to: wire.srcTokenAddress,
    data: approveData(setting.fixtures.addresses.gateway.evm, 1_000_000_000n),
    value: '0',
  };
  const needApprove = typeof setting.env.allowance !== 'object';
  return {
    needApprove,
    message: '',
    transaction: Array.isArray(patchApprove)
      ? applyPatch(honest, patchApprove)
      : { ...honest, ...patchApprove },
  };
}

/** One token's address in the place of another's, also inside calldata. */
function renamed<T>(document: T, from: string, to: string): T {
  const text = JSON.stringify(document)
    .replaceAll(from, to)
    .replaceAll(from.slice(2).toLowerCase(), to.slice(2).toLowerCase());
  return JSON.parse(text) as T;
}

function filled(operation: Operation, base: Base, setting: Setting): Operation {
  const { path } = operation;
  const isDescribed = (value: unknown): value is string =>
    typeof value === 'string' && /^<.*>$/.test(value);
  const wordOf = (text: string): unknown =>
    sizedWord(text) ?? base.word(text, setting, path) ?? unknownWord(text);
  const fill = (value: unknown): unknown => {
    if (Array.isArray(value))
      return value.length === 1 && isDescribed(value[0]) ? wordOf(value[0]) : value.map(fill);
    return isDescribed(value) ? wordOf(value) : value;
  };
  return 'value' in operation ? { ...operation, value: fill(operation.value) } : operation;
}

function unknownWord(text: string): never {
  throw new CannotBuild(`${text} is not known`);
}

function again(answer: Record<string, unknown>, { secondFetch = [] }: Mutation) {
  const operations = secondFetch.map(
    (one): Operation => (Array.isArray(one) ? { op: one[0], path: one[1], value: one[2] } : one),
  );
  return applyPatch(answer, operations);
}
