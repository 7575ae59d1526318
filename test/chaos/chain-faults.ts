import { setTimeout as pause } from 'node:timers/promises';
import type { SandboxEndpoints } from '../../sandbox/endpoints.ts';
import type { Fault } from './faults.ts';

type ChainFault = Extract<Fault, { kind: 'reorg' | 'stall' }>;

/** Has the sandbox replace its newest blocks, or leave everything out of them for a while. */
export async function disturbChain(endpoints: SandboxEndpoints, fault: ChainFault): Promise<void> {
  const control = (body: unknown): Promise<void> => tell(`${endpoints.control.url}/chains/${fault.chain}`, body);
  if (fault.kind === 'reorg') return control({ reorg: fault.depth, drop: fault.lose });
  await control({ stall: true });
  try {
    await pause(fault.ms);
  } finally {
    await control({ stall: false });
  }
}

async function tell(url: string, body: unknown): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`the sandbox does not disturb the chain: ${await answer.text()}`);
}
