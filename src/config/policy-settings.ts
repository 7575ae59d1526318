import { z } from 'zod';
import { defaultPolicy, type Policy } from '../core/decide/policy.ts';
import { doc, integer } from './setting-types.ts';

/** Units of the policy's members that are counts; the others are durations or bps. */
const counted: Readonly<Record<string, string>> = {
  maxOrders: 'orders',
  inclusionBlocks: 'blocks',
  reviewAfterFailures: 'failures',
  reviewAfterTimes: 'times',
  maxGenerations: 'generations',
};

/** Every member of the policy can be set, to a whole number. */
export function policySettings() {
  const members = Object.entries(defaultPolicy).map(([name, value]) => [
    name,
    policyNumber(name)
      .default(value)
      .meta(doc({ unit: policyUnit(name) })),
  ]);
  return z
    .strictObject(Object.fromEntries(members))
    .transform((policy) => policy as unknown as Policy)
    .prefault({});
}

/** Durations and counts are at least 1; shares are 0 to 10,000 bps. */
function policyNumber(name: string) {
  if (name.endsWith('Bps')) return integer(0, 10_000);
  return integer(name === 'reviewAfterTimes' ? 0 : 1, Number.MAX_SAFE_INTEGER);
}

function policyUnit(name: string): string {
  return counted[name] ?? (name.endsWith('Bps') ? 'bps' : 'ms');
}
