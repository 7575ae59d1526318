import { numberToHex } from 'viem';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Endpoints } from '../../shared/endpoints/endpoints.ts';
import { type BlockWalk, createBlockWalk } from '../../shared/payments/walk-blocks.ts';
import { type FullBlock, fullBlock } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { type MovingCall, movingCalls, rootCall } from './received-native.ts';
import { createTraceBlock } from './trace-block.ts';

/**
 * The transfers of native coins in a block. Without a trace, it lacks payments by contracts and
 * includes failed transactions.
 */
export interface NativeBlock
  extends Pick<FullBlock, 'number' | 'hash' | 'parentHash' | 'timestamp'> {
  moved: readonly (MovingCall & { txId: string })[];
  isWhole: boolean;
}

/**
 * Native coins leave no logs. So each block is read, with its trace if an endpoint provides traces.
 */
export function createNativeBlocks(
  endpoints: Endpoints<Endpoint>,
  now: Clock['now'],
): BlockWalk<NativeBlock, Endpoint> {
  const traceBlock = createTraceBlock(endpoints, now);
  return createBlockWalk(async (endpoint, number, isFinal) => {
    const block = await readFullBlock(endpoint, number);
    const { traces, isWhole } = await traceBlock(block, isFinal);
    const { hash, parentHash, timestamp, transactions } = block;
    const moved = transactions.flatMap((transaction) => {
      const { hash: txId } = transaction;
      return movingCalls(traces?.get(txId) ?? rootCall(transaction)).map((call) => ({
        ...call,
        txId,
      }));
    });
    return { number, hash, parentHash, timestamp, moved, isWhole };
  });
}

/** In a request of its own: the answer is large. */
async function readFullBlock(endpoint: Endpoint, number: bigint): Promise<FullBlock> {
  const params = [numberToHex(number), true];
  const found = await endpoint.readAlone('eth_getBlockByNumber', params, fullBlock.nullable());
  if (!found)
    throw new FerrymanError(
      'RPC_UNAVAILABLE',
      `${endpoint.host} does not have block ${number} yet`,
    );
  if (found.number === number) return found;
  throw new FerrymanError('RPC_MALFORMED', `${endpoint.host} answers with another block`);
}
