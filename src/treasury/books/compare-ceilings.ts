import { formatAmount } from '../../core/amounts/amounts.ts';
import type { Ceiling } from '../../core/books/ceiling.ts';
import { listNames } from '../../core/text/list-names.ts';
import { givenAmount } from '../../core/treasury/given-amount.ts';
import { usdE18Of, usdValueOf } from '../../core/treasury/value.ts';
import { type Fault, FerrymanError } from '../../errors/ferryman-error.ts';
import type { ExecutorContext } from '../../executor/context.ts';
import { JobFaults } from '../../executor/job-faults.ts';
import type { BalanceSample, BalanceStore } from '../../ports/stores/balance-store.ts';
import type { NoticeDraft } from '../../ports/stores/feed-store.ts';
import type { Wallet } from '../../ports/stores/wallet-store.ts';

type Chains = Pick<ExecutorContext, 'chains'>;

/** The ceilings with tokens in canonical form. Throws `CONFIG_INVALID` with every fault. */
export function readCeilings({ chains }: Chains, given: readonly Ceiling[]): Ceiling[] {
  const faults: Fault[] = [];
  const read = given.map((ceiling, index): Ceiling => {
    if ('aboveUsd' in ceiling) return ceiling;
    const { chain, token } = ceiling;
    const pointer = `/treasury/ceilings/${index}`;
    const adapter = chains.get(chain);
    const own = new JobFaults();
    if (!adapter) {
      const there = listNames([...chains.keys()]);
      own.add(`${pointer}/chain`, `${chain} is not a configured chain; there are ${there}`);
    }
    const address = adapter && own.token(`${pointer}/token`, adapter, token);
    faults.push(...own.all);
    return address === undefined ? ceiling : { ...ceiling, token: address };
  });
  if (faults.length === 0) return read;
  const summary = faults.map(({ pointer, message }) => `${pointer} ${message}`).join('; ');
  throw new FerrymanError('CONFIG_INVALID', `ceilings cannot be compared: ${summary}`, { faults });
}

/** The tokens of a wallet on a chain that have a ceiling. */
export function tokensWithCeiling(
  ceilings: readonly Ceiling[],
  wallet: string,
  chain: string,
): string[] {
  return ceilings.flatMap((one) =>
    'token' in one && one.wallet === wallet && one.chain === chain ? [one.token] : [],
  );
}

/**
 * Raises a notice for each ceiling that an account has come above since it was last compared.
 * @param isComplete every chain of the account has answered: only then is its worth known
 */
export async function compareCeilings(
  { journal }: { journal: Pick<BalanceStore, 'moveAboveCeiling'> },
  { name: wallet, family }: Wallet,
  { samples, isComplete }: { samples: readonly BalanceSample[]; isComplete: boolean },
  ceilings: readonly Ceiling[],
): Promise<void> {
  for (const ceiling of ceilings) {
    if (ceiling.wallet !== wallet) continue;
    if ('aboveUsd' in ceiling) {
      if (!isComplete) continue;
      const worth = worthOf(samples);
      const limit = usdE18Of(ceiling.aboveUsd);
      const data = { family, usd: formatAmount(worth, 18), ceilingUsd: formatAmount(limit, 18) };
      const notice: NoticeDraft = { type: 'wallet_above_ceiling', wallet, data };
      await journal.moveAboveCeiling({ wallet, family, subject: 'usd' }, worth > limit && notice);
      continue;
    }
    const { chain, token, above } = ceiling;
    const sample = samples.find((one) => one.chain === chain && one.token === token);
    if (!sample) continue;
    const { symbol, decimals, settled } = sample;
    const limit = givenAmount(above, sample);
    const [amount, most] = [formatAmount(settled, decimals), formatAmount(limit, decimals)];
    const notice: NoticeDraft = {
      type: 'wallet_above_ceiling',
      wallet,
      chain,
      data: { family, token, symbol, amount, ceiling: most },
    };
    await journal.moveAboveCeiling(
      { wallet, family, subject: `${chain} ${token}` },
      settled > limit && notice,
    );
  }
}

/** In 10^-18 US dollars. What has no price counts nothing. */
function worthOf(samples: readonly BalanceSample[]): bigint {
  return samples.reduce(
    (sum, sample) => sum + usdValueOf(sample.settled, sample, sample.usdE18 ?? 0n),
    0n,
  );
}
