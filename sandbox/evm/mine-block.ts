import { SandboxError } from '../sandbox-error.ts';
import type { EngineClient } from './chain-client.ts';

export interface MinedBlock {
  readonly number: bigint;
  readonly isEmpty: boolean;
}

/** Makes the engine mine one block. Its answer shows the block, which spares a second request. */
export async function mineBlock(engine: EngineClient): Promise<MinedBlock> {
  const [block] = await engine.request({ method: 'evm_mine_detailed', params: [] });
  if (block === undefined) throw new SandboxError('engine-failed', 'The engine mined no block.');
  return { number: BigInt(block.number), isEmpty: block.transactions.length === 0 };
}
