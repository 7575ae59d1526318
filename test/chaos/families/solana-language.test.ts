import { describe, expect, it } from 'vitest';
import type { LieHow } from '../faults.ts';
import { startBefore } from '../proxies/start-before.ts';
import { solanaLanguage } from './solana-language.ts';

describe('the proxies of Solana', () => {
  const [newest, final] = [1_000, 996];
  const signatures = ['mined', 'final'];
  const slots: Readonly<Record<string, number>> = { mined: newest, final: 900 };
  const call = (method: string, ...params: unknown[]) => ({
    jsonrpc: '2.0',
    id: method,
    method,
    params,
  });

  /**
   * A node with a block in every slot and as many heights as slots, and a transaction in its newest
   * block and one in an old one.
   */
  function tell(method: string, params: unknown[]): unknown {
    const { commitment } = (params[0] ?? {}) as { commitment?: string };
    const head = commitment === 'confirmed' ? newest : final;
    switch (method) {
      case 'getSlot':
      case 'getBlockHeight':
        return head;
      case 'getBlocks': {
        const [from = 0, to = 0] = params as number[];
        return Array.from({ length: to - from + 1 }, (_, index) => from + index);
      }
      case 'getBlock':
        return { blockhash: `of ${params[0]}` };
      case 'getLatestBlockhash':
        return {
          context: { slot: newest },
          value: { blockhash: `of ${newest}`, lastValidBlockHeight: newest + 150 },
        };
      case 'getTransaction':
        return { slot: slots[`${params[0]}`] };
      default:
        return {
          context: { slot: newest },
          value: signatures.map((name) => ({
            slot: slots[name],
            confirmationStatus: name === 'mined' ? 'confirmed' : 'finalized',
          })),
        };
    }
  }

  async function startLying(how: LieHow) {
    const lie = {
      fault: { kind: 'lie', how, requests: 2 },
      at: 'rpc getSignatureStatuses',
      nth: 1,
    } as const;
    const reply = (body: string) => {
      const asked = JSON.parse(body) as ReturnType<typeof call> | ReturnType<typeof call>[];
      const answers = [asked]
        .flat()
        .map(({ id, method, params }) => ({ id, result: tell(method, params) }));
      return JSON.stringify(Array.isArray(asked) ? answers : answers[0]);
    };
    return (await startBefore('SOLANA', solanaLanguage, reply, lie)).urls;
  }

  const confirmed = { commitment: 'confirmed' };
  const looks = [
    call('getSignatureStatuses', signatures),
    call('getSlot', confirmed),
    call('getBlockHeight', {}),
    call('getTransaction', 'mined', confirmed),
    call('getBlock', 997, confirmed),
    call('getLatestBlockhash', confirmed),
  ];
  const ask = async (url: string | undefined) => {
    const answer = await fetch(url ?? '', { method: 'POST', body: JSON.stringify(looks) });
    return ((await answer.json()) as { result?: unknown; error?: unknown }[]).map(
      ({ result, error }) => result ?? error ?? null,
    );
  };
  const old = { slot: 900, confirmationStatus: 'finalized' };
  const truth = [
    { value: [{ slot: newest, confirmationStatus: 'confirmed' }, old] },
    newest,
    final,
    { slot: newest },
    { blockhash: 'of 997' },
    { value: { blockhash: 'of 1000', lastValidBlockHeight: 1_150 } },
  ];

  it('tell of an older chain on one of the two, for so many requests', async () => {
    const [behind, other] = await startLying('behind');
    expect(await ask(behind)).toMatchObject([
      { value: [null, old] },
      994,
      990,
      null,
      { code: -32004 },
      { value: { blockhash: 'of 994', lastValidBlockHeight: 1_144 } },
    ]);
    expect(await ask(other)).toMatchObject(truth);
    await ask(behind);
    expect(await ask(behind)).toMatchObject(truth);
  });

  it('have the blocks, and do not know what their transactions came to', async () => {
    const [unknowing] = await startLying('unknown-outcome');
    expect(await ask(unknowing)).toMatchObject([
      { value: [null, null] },
      newest,
      final,
      null,
      ...truth.slice(4),
    ]);
  });

  it('say of what is included that it failed', async () => {
    const [lying, other] = await startLying('failed-outcome');
    const err = { InstructionError: [0, 'InvalidArgument'] };
    const told = [
      { value: [{ err }, { err }] },
      newest,
      final,
      { slot: newest, meta: { err } },
      ...truth.slice(4),
    ];
    expect(await ask(lying)).toMatchObject(told);
    expect(await ask(other)).toMatchObject(truth);
  });
});
