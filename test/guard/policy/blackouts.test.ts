import { describe, expect, it } from 'vitest';
import { createGuard } from '../../../src/guard/create-guard.ts';
import { closedPolicy, readGuardPolicy } from '../../../src/guard/policy/read-guard-policy.ts';
import { policyFrom } from '../../support/guard-policy.ts';

describe('blackouts of a policy', () => {
  it.each<[object, string]>([
    [{ timeZone: 'Europe/Zurich' }, '/blackouts/0/name'],
    [{ name: 'a' }, '/blackouts/0/timeZone'],
    [{ name: 'a', timeZone: 'Europe/Zuerich' }, '/blackouts/0/timeZone'],
    [{ name: 'a', timeZone: 'UTC', days: [] }, '/blackouts/0/days'],
    [{ name: 'a', timeZone: 'UTC', days: ['saturday'] }, '/blackouts/0/days/0'],
    [{ name: 'a', timeZone: 'UTC', dates: ['2026-02-30'] }, '/blackouts/0/dates/0'],
    [{ name: 'a', timeZone: 'UTC', from: '24:00' }, '/blackouts/0/from'],
    [{ name: 'a', timeZone: 'UTC', to: '8:00' }, '/blackouts/0/to'],
    [{ name: 'a', timeZone: 'UTC', wallets: [] }, '/blackouts/0/wallets'],
    [{ name: 'a', timeZone: 'UTC', chains: ['NOWHERE'] }, '/blackouts/0/chains/0'],
    [{ name: 'a', timeZone: 'UTC', walets: ['a'] }, '/blackouts/0/walets'],
  ])('are refused with a fault: %j', (blackout, pointer) => {
    const read = readGuardPolicy({ version: 1, blackouts: [blackout] });
    expect(read.ok ? [] : read.faults.map((fault) => fault.pointer)).toContain(pointer);
  });

  it('are part of its hash, and a policy without them has the hash that it had', () => {
    const weekend = { name: 'weekend', timeZone: 'UTC', days: ['sat', 'sun'] };
    const { hash } = policyFrom({ version: 1 });
    expect(hash).toBe(closedPolicy.hash);
    expect(policyFrom({ version: 1, blackouts: [weekend] }).hash).not.toBe(hash);
  });

  it('hold by the times of the file, to the end of the day if it names none', () => {
    const { blackoutOf } = createGuard({
      policy: policyFrom({
        version: 1,
        blackouts: [
          { name: 'night', timeZone: 'UTC', from: '18:00', to: '08:00' },
          { name: 'eve', timeZone: 'UTC', dates: ['2026-12-24'], from: '12:30', note: 'why not' },
        ],
      }),
    });
    const end = (moment: string) =>
      blackoutOf({ wallet: 'treasury', chain: 'ETH' }, Date.parse(moment))?.until;
    expect(end('2026-11-27T20:00:00Z')).toBe(Date.parse('2026-11-28T08:00:00Z'));
    expect(end('2026-11-27T12:30:00Z')).toBeUndefined();
    expect(end('2026-12-24T12:30:00Z')).toBe(Date.parse('2026-12-25T08:00:00Z'));
  });
});
