import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { TokenAddress } from '../../../src/core/swap/chains.ts';
import type { SwapId } from '../../../src/core/swap/ids.ts';
import { hash, newWorld, type Under } from './fixture.ts';

export function describeSubmitting(under: Under): void {
  describe('submitting', () => {
    it('returns the job as it was submitted, every amount exact', async () => {
      const { journal, job } = await newWorld(under());
      const submitted = job({
        amount: 2n ** 256n - 1n,
        maxFee: 123_456_789_012_345_678_901n,
        bound: { kind: 'slippage', slippageBps: 50 },
        metadata: { note: 'a "quoted" word', ключ: 'значение' },
      });
      const submission = { idempotencyKey: randomUUID(), bodyHash: hash('a'), job: submitted };
      const { created, swap } = await journal.submit(submission);
      expect(created).toBe(true);
      expect(swap).toMatchObject({
        job: submitted,
        state: 'requested',
        fundsState: 'untouched',
        version: 1,
        legs: [],
      });
      expect((await journal.findSwap(swap.id))?.swap).toEqual(swap);
      expect(await journal.stateOf(swap.id)).toBe(swap.state);
      expect(await journal.findSubmission(submission.idempotencyKey)).toEqual({
        swap,
        bodyHash: hash('a'),
      });
    });

    it('makes one swap of twenty equal submissions at once', async () => {
      const { journal, job } = await newWorld(under());
      const submission = { idempotencyKey: randomUUID(), bodyHash: hash('a'), job: job() };
      const results = await Promise.all(
        Array.from({ length: 20 }, () => journal.submit(submission)),
      );
      expect(new Set(results.map(({ swap }) => swap.id)).size).toBe(1);
      expect(results.filter(({ created }) => created)).toHaveLength(1);
      expect(await journal.events(results[0]!.swap.id)).toHaveLength(1);
    });

    it('refuses another body under the same key', async () => {
      const { journal, job } = await newWorld(under());
      const idempotencyKey = randomUUID();
      await journal.submit({ idempotencyKey, bodyHash: hash('a'), job: job() });
      await expect(
        journal.submit({ idempotencyKey, bodyHash: hash('b'), job: job() }),
      ).rejects.toMatchObject({
        code: 'IDEMPOTENCY_CONFLICT',
      });
    });

    it('stores text that Postgres cannot represent', async () => {
      const { journal, submit, version } = await newWorld(under());
      const { id } = await submit({ metadata: { note: 'nul \0 and half \uD800' } });
      const reason = { code: 'X', message: 'nul \0' };
      await journal.transition({
        swapId: id,
        version: await version(id),
        state: 'needs_review',
        fundsState: 'untouched',
        reason,
      });
      const swap = (await journal.findSwap(id))?.swap;
      expect(swap?.job.metadata.note).toBe('nul \uFFFD and half \uFFFD');
      expect(swap?.reason).toEqual({ code: 'X', message: 'nul \uFFFD' });
    });

    it('returns a token as it was last read, for each network separately', async () => {
      const { journal } = await newWorld(under());
      const [network, address] = [
        `eip155:${randomUUID()}`,
        '0x2222222222222222222222222222222222222222' as TokenAddress,
      ];
      expect(await journal.findToken(network, address)).toBeUndefined();
      for (const facts of [
        { address, symbol: 'USDC\0', decimals: 6 },
        { address, symbol: 'USDC', decimals: 18 },
      ]) {
        await Promise.all([
          journal.recordToken(network, facts),
          journal.recordToken(network, facts),
        ]);
        expect(await journal.findToken(network, address)).toEqual({
          ...facts,
          symbol: facts.symbol.replace('\0', '\uFFFD'),
        });
      }
      expect(await journal.findToken(`${network}1`, address)).toBeUndefined();
    });

    it('is due at once', async () => {
      const { journal, submit } = await newWorld(under());
      const { id } = await submit();
      expect(await journal.dueSwaps(10_000)).toContainEqual({ swapId: id, version: 1 });
    });

    it('knows nothing of a swap that was never submitted', async () => {
      const { journal } = under();
      expect(await journal.findSwap(randomUUID() as SwapId)).toBeUndefined();
      expect(await journal.findSwap('not-a-uuid' as SwapId)).toBeUndefined();
      expect(await journal.stateOf(randomUUID() as SwapId)).toBeUndefined();
      expect(await journal.stateOf('not-a-uuid' as SwapId)).toBeUndefined();
      expect(await journal.snapshot(randomUUID() as SwapId)).toBeUndefined();
      expect(await journal.findSubmission('never')).toBeUndefined();
    });
  });
}
