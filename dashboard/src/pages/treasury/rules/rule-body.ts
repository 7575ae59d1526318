import type { TreasuryRule } from 'ferryman-client';

type Body = TreasuryRule['rule'];

/** What every kind of rule has. */
interface RuleCommon {
  wallet: string;
  cron: string;
  timeZone: string;
  note: string | undefined;
  /** Every chain that it names. */
  chains: readonly string[];
}

export function commonOf(body: Body): RuleCommon {
  const schedule = isObject(body.schedule) ? body.schedule : {};
  return {
    wallet: textOf(body.wallet) ?? '',
    cron: textOf(schedule.cron) ?? '',
    timeZone: textOf(schedule.timeZone) ?? 'UTC',
    note: textOf(body.note),
    chains: chainsIn(body),
  };
}

function chainsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(chainsIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === 'chain' && typeof member === 'string' ? [member] : chainsIn(member),
  );
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
