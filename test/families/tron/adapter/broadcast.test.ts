import { describe, expect, it } from 'vitest';
import { digestOf } from '../../../../src/families/tron/adapter/raw-data.ts';
import type { BroadcastOutcome } from '../../../../src/ports/chain-adapter.ts';
import { until } from '../../../support/until.ts';
import { rawBytes, swapCall } from '../guard/scenario.ts';
import { type Answers, adapterOf, blockAt } from './fake-node.ts';

const raw = rawBytes(swapCall);
const txId = Buffer.from(digestOf(raw)).toString('hex');
const signed = { chain: 'TRON', txId, bytes: '0x0a02abcd' };

const says = (code: string): Answers => ({
  'wallet/broadcasthex': () => ({ result: code === 'SUCCESS', code, message: '', txid: txId }),
});
const included = {
  'wallet/gettransactioninfobyid': () => ({ id: txId, blockNumber: 5, receipt: {} }),
};
const waiting = { 'wallet/gettransactionfrompending': () => ({ raw_data_hex: raw.slice(2) }) };
const broken: Answers = { 'wallet/broadcasthex': () => new Response('', { status: 500 }) };
const foreign: Answers = { 'wallet/getblock': () => blockAt(5) };

const broadcast = (
  ...nodes: Answers[]
): { outcome: Promise<BroadcastOutcome>; asked: string[] } => {
  const { adapter, asked } = adapterOf(...nodes);
  return { outcome: adapter.broadcast(signed), asked };
};

describe('broadcasting to TRON', () => {
  it('sends the exact bytes, and stops at a node that takes them', async () => {
    const bodies: unknown[] = [];
    const { adapter, asked } = adapterOf(
      {
        'wallet/broadcasthex': (body) =>
          bodies.push(body) && { result: true, code: 'SUCCESS', message: '' },
      },
      {},
    );
    expect(await adapter.broadcast(signed)).toEqual({ kind: 'accepted' });
    expect(bodies).toEqual([{ transaction: '0a02abcd' }]);
    await until(async () => asked.includes('b wallet/broadcasthex'));
  });

  it.each<[string, Answers[], BroadcastOutcome['kind']]>([
    ['accepted by the second if the first fails', [broken, says('SUCCESS')], 'accepted'],
    [
      'taken by the second where the first refuses',
      [says('SIGERROR'), says('SUCCESS')],
      'accepted',
    ],
    ['known if the node already has them', [says('DUP_TRANSACTION_ERROR')], 'already_known'],
    [
      'known where the answer was lost and they wait for a block',
      [{ ...broken, ...waiting }],
      'already_known',
    ],
    [
      'known where they are called expired and are in a block',
      [{ ...says('TRANSACTION_EXPIRATION_ERROR'), ...included }],
      'already_known',
    ],
    ['expired if they are in no block', [says('TRANSACTION_EXPIRATION_ERROR')], 'expired'],
    ['refused if all refuse', [says('SIGERROR'), says('TAPOS_ERROR')], 'rejected'],
    ['open if one of them does not answer', [says('SIGERROR'), broken], 'unknown'],
    ['open if the node is busy', [says('SERVER_BUSY')], 'unknown'],
    ['open if the node serves another network', [foreign], 'unknown'],
  ])('is %s', async (_what, nodes, kind) => {
    expect(await broadcast(...nodes).outcome).toMatchObject({ kind });
  });

  it('sends nothing to a node of another network', async () => {
    const { outcome, asked } = broadcast(foreign);
    await outcome;
    expect(asked.every((path) => !path.includes('broadcast'))).toBe(true);
  });
});
