import type { Check } from './checks.ts';

const limit = (name: string, file: string, code: string, broken: string): Check => ({
  name,
  file: `src/${file}`,
  code,
  broken,
});

const leaseCaps = 'guard/caps/lease-caps.ts';
const countUse = 'core/caps/count-use.ts';
const blackout = 'core/blackouts/blackout.ts';
const requireNoBlackout = 'signer/require-no-blackout.ts';

/** What decides whether budgets and blackouts hold, and how it is broken. */
export const limits: readonly Check[] = [
  limit(
    'a job is bounded by its budgets',
    'core/caps/budgets.ts',
    'return «job.rule ? [...policy, ...budgetsOf(job)] : policy»;',
    'policy',
  ),
  limit('a budget counts its rule alone', 'core/caps/budgets.ts', 'rule: «rule.id»,', 'undefined'),
  limit(
    'what a rule pays is counted without a budget',
    leaseCaps,
    'if («caps.length === 0 && !job.rule») return undefined;',
    'caps.length === 0',
  ),
  limit('a cap is of its rule', countUse, '(«rule === undefined || rule === own») &&', 'true'),
  limit(
    'a cap of each rule counts rules alone',
    countUse,
    "&& («each !== 'rule' || own !== ''»)",
    'true',
  ),
  limit(
    'a lease keeps within what is left',
    'journal/lease/cap-use.ts',
    'if («taken + bound.value <= bound.limit») continue;',
    'true',
  ),
  limit(
    'a signer keeps within what is left',
    'signer/count-caps.ts',
    'if («signed + bound.value <= bound.limit») continue;',
    'true',
  ),
  limit(
    'a signer counts the payments of a window',
    'signer/count-caps.ts',
    '«signedAt > from»',
    'false',
  ),
  limit('a signer keeps blackouts', requireNoBlackout, 'if («!stopped») return;', 'true'),
  limit(
    'a signer cancels in blackouts',
    requireNoBlackout,
    "if («intent.kind === 'cancel'») return;",
    'false',
  ),
  limit(
    'a blackout is of its wallets',
    blackout,
    '(«wallets?.some((name) => name === wallet || name === treasuryOf(wallet)) ?? true») &&',
    'true',
  ),
  limit(
    'a blackout is of its rules',
    blackout,
    '(«rules?.some((id) => id === rule) ?? true») &&',
    'true',
  ),
  limit('a blackout is of its chains', blackout, '(«chains?.includes(chain) ?? true»)\n', 'true'),
  limit('a blackout begins and ends', blackout, 'return «begin <= at && at < end» ?', 'true'),
  limit(
    'a blackout goes on after midnight',
    blackout,
    'const last = «to > from ? to : to + 1_440»;',
    'to',
  ),
  limit(
    'a blackout has days',
    blackout,
    '(days?.some((name) => «name === weekdays[date.getUTCDay()]») ?? false)',
    'true',
  ),
];
