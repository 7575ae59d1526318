import type { Ceiling } from '../../core/books/ceiling.ts';
import { isBeyond, judgeDrift } from '../../core/books/judge-drift.ts';
import { formatsOf, isNativeToken } from '../../core/swap/chains.ts';
import { toFerrymanError } from '../../errors/ferryman-error.ts';
import type { ExecutorContext } from '../../executor/context.ts';
import { createTimeLimit } from '../../executor/time-limit.ts';
import type { ChainAdapter } from '../../ports/chain-adapter.ts';
import type { BalanceSample, BalanceStore, HeldToken } from '../../ports/stores/balance-store.ts';
import type { BookStore } from '../../ports/stores/book-store.ts';
import type { Wallet, WalletStore } from '../../ports/stores/wallet-store.ts';
import { compareCeilings, readCeilings, tokensWithCeiling } from './compare-ceilings.ts';
import { priceToken } from './price-token.ts';

export type SampleContext = Pick<
  ExecutorContext<BalanceStore & Pick<BookStore, 'bookedUntil'> & Pick<WalletStore, 'wallets'>>,
  'journal' | 'chains' | 'prices' | 'clock' | 'logger' | 'tokens'
>;

/** Milliseconds for the symbol and decimals of a token that no process has read. */
const tokenTimeout = 10_000;

export interface SampleOptions {
  /** Names of wallets. Default: all. */
  wallets?: ReadonlySet<string>;
  /** Above which a hot wallet raises a notice. Default: none. */
  ceilings?: readonly Ceiling[];
}

/**
 * Reads what every wallet has, stores it, and compares it with the books and with the ceilings. A
 * chain that does not answer has no sample. Throws `CONFIG_INVALID` for a ceiling of what is not there.
 */
export async function sampleBalances(
  context: SampleContext,
  { wallets: wanted, ceilings: given = [] }: SampleOptions = {},
): Promise<void> {
  const { journal, clock } = context;
  const ceilings = readCeilings(context, given);
  const at = clock.now();
  const before = { busy: await journal.busyAccounts(), booked: await journal.bookedUntil() };
  const held = await journal.heldTokens();
  const all = await journal.wallets();
  const wallets = wanted ? all.filter(({ name }) => wanted.has(name)) : all;
  const read = await Promise.all(
    wallets.flatMap((wallet) =>
      chainsOf(context, wallet).map(async (adapter) => ({
        wallet,
        samples: await readAccount(context, adapter, wallet, { held, ceilings, at }),
      })),
    ),
  );
  const after = { busy: await journal.busyAccounts(), booked: await journal.bookedUntil() };
  const samples = read.flatMap(({ wallet: { id }, samples: own = [] }) => {
    const isQuiet = !before.busy.has(id) && !after.busy.has(id) && before.booked === after.booked;
    return isQuiet ? own.map((sample) => ({ ...sample, booked: after.booked })) : own;
  });
  if (samples.length === 0) return;
  await journal.recordBalances(samples);
  await findDrift(context, at);
  for (const wallet of wallets) {
    const own = read.filter((one) => one.wallet === wallet);
    const found = own.flatMap((one) => one.samples ?? []);
    const isComplete = own.every((one) => one.samples !== undefined);
    await compareCeilings(context, wallet, { samples: found, isComplete }, ceilings);
  }
}

function chainsOf({ chains }: SampleContext, { family }: Wallet): ChainAdapter[] {
  return [...chains.values()].filter((adapter) => adapter.chain.family === family);
}

/** `undefined`: the chain does not answer now. */
async function readAccount(
  context: SampleContext,
  adapter: ChainAdapter,
  { name: wallet, family, address: account }: Wallet,
  { held, ceilings, at }: { held: readonly HeldToken[]; ceilings: readonly Ceiling[]; at: number },
): Promise<BalanceSample[] | undefined> {
  const { chain } = adapter;
  const own = held.filter(
    (one) => one.wallet === wallet && one.family === family && one.chain === chain.name,
  );
  const coin = chain.nativeToken;
  const named = [
    ...own.map(({ token }) => token),
    ...tokensWithCeiling(ceilings, wallet, chain.name),
  ];
  const tokens = [...new Set(named)].filter((token) => !isNativeToken(chain, token));
  try {
    const { block, balances } = await adapter.balances(account, [coin.address, ...tokens]);
    return await Promise.all(
      [coin.address, ...tokens].map(async (token) => {
        const facts = isNativeToken(chain, token)
          ? coin
          : await context.tokens.read(adapter, token, createTimeLimit(tokenTimeout));
        const { symbol, decimals } = facts;
        const price = await priceToken(context)({
          ...{ family, chain: chain.name, token, symbol, decimals, listed: false },
        });
        return {
          ...{ wallet, family, account, chain: chain.name, token, symbol, decimals, at, block },
          settled: balances.get(token) ?? 0n,
          inFlight: own.find((one) => one.token === token)?.inFlight ?? 0n,
          ...(price ? { usdE18: price.usdE18 } : {}),
        };
      }),
    );
  } catch (cause) {
    const { code, message } = toFerrymanError(cause);
    if (code === 'JOURNAL_UNAVAILABLE') throw cause;
    context.logger.warn({ wallet, chain: chain.name, code, reason: message }, 'balance not read');
    return undefined;
  }
}

/** Stores what no book explains, and changes nothing else. */
async function findDrift({ journal, logger }: SampleContext, at: number): Promise<void> {
  const findings = (await journal.driftFacts(at)).flatMap((facts) => {
    const { feePerDay, nativeToken } = formatsOf(facts.family);
    return judgeDrift(facts, facts.token === nativeToken ? feePerDay : 0n) ?? [];
  });
  if (findings.length === 0) return;
  await journal.recordDrift(findings);
  for (const finding of findings.filter(isBeyond)) {
    const { wallet, chain, token, difference } = finding;
    logger.warn(
      { wallet, chain, token, differenceBaseUnits: difference.toString() },
      'a balance changed by what is in no book',
    );
  }
}
