import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from './faults.ts';

/** Has the sandbox replace the newest blocks of a chain. */
export async function reorganize(
  controlUrl: string,
  { chain, depth, lose }: { chain: string; depth: number; lose: boolean },
): Promise<void> {
  await tellChain(controlUrl, chain, { reorg: depth, drop: lose });
}

/** Leaves everything out of a chain's blocks for a while. */
export async function stall(controlUrl: string, { chain, ms }: Extract<Fault, { kind: 'stall' }>): Promise<void> {
  await tellChain(controlUrl, chain, { stall: true });
  try {
    await pause(ms);
  } finally {
    await tellChain(controlUrl, chain, { stall: false });
  }
}

/** `POST /chains/:name` of the sandbox's control server. */
export async function tellChain(controlUrl: string, chain: string, body: unknown): Promise<void> {
  const answer = await fetch(`${controlUrl}/chains/${chain}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`the sandbox does not disturb the chain: ${await answer.text()}`);
}
