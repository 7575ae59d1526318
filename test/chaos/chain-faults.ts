import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { tellSandbox } from '../support/tell-sandbox.ts';
import type { Fault } from './faults.ts';

/** Has the sandbox replace the newest blocks of a chain. */
export async function reorganize(
  controlUrl: string,
  { chain, depth, lose }: { chain: string; depth: number; lose: boolean },
): Promise<void> {
  await tellSandbox(controlUrl, `/chains/${chain}`, { reorg: depth, drop: lose });
}

/** Leaves everything out of a chain's blocks for a while. */
export async function stall(
  controlUrl: string,
  { chain, ms, bid }: Extract<Fault, { kind: 'stall' }>,
): Promise<void> {
  await tellSandbox(controlUrl, `/chains/${chain}`, {
    stall: true,
    ...(bid === undefined ? {} : { feeRate: bid }),
  });
  try {
    await pause(ms);
  } finally {
    await tellSandbox(controlUrl, `/chains/${chain}`, { stall: false });
  }
}

/** Has a chain's pool forget a transaction. Tells whether it was there. */
export async function evict(controlUrl: string, chain: string, txId: string): Promise<boolean> {
  const { evicted } = z
    .object({ evicted: z.array(z.string()) })
    .parse(await tellSandbox(controlUrl, `/chains/${chain}`, { evict: txId }));
  return evicted.length > 0;
}
