import { expect, it } from 'vitest';
import { stopTargetOf } from '../../dashboard/src/pages/networks/stop-target-of.ts';
import { ownStop } from '../../dashboard/src/shell/own-stop.ts';

const stops = [
  { scope: 'provider', subject: 'houdini', sameAs: 'houdini_bridge' },
  { scope: 'provider', subject: 'LIFI' },
  { scope: 'wallet', subject: 'main' },
] as const;

it('finds the stop of a provider by any of its names, and of anything else by its own', () => {
  const found = (name: string, sameAs?: string) =>
    ownStop(stops, stopTargetOf({ name, ...(sameAs === undefined ? {} : { sameAs }) }))?.subject;
  expect(found('HOUDINI_BRIDGE')).toBe('houdini');
  expect(found('HOUDINI', 'houdini_bridge')).toBe('houdini');
  expect(found('lifi')).toBe('LIFI');
  expect(found('across')).toBeUndefined();
  expect(ownStop(stops, { scope: 'wallet', subject: 'main' })).toBe(stops[2]);
  expect(ownStop(stops, { scope: 'wallet', subject: 'Main' })).toBeUndefined();
});
