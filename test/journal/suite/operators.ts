import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verifyAuditLog } from '../../../src/executor/verify-audit-log.ts';
import type { OverviewPage } from '../../../src/ports/stores/overview-store.ts';
import { newWorld, spender, token, type Under } from './fixture.ts';

const hex = (bytes: number): string => randomBytes(bytes).toString('hex');

/** What operators do: keys, stops, and the log of it. */
export function describeOperators(under: Under): void {
  describe('API keys', () => {
    it('keep their limits, and are never good again once they were revoked', async () => {
      const { journal } = under();
      const key = {
        id: `key_${hex(6)}`,
        hash: hex(32),
        scopes: ['view', 'submit'] as const,
        name: 'payroll',
        wallets: ['main'],
        chains: ['ETH'],
        requestsPerMinute: 5,
        expiresAt: Date.UTC(2030, 0, 1),
        createdBy: 'operator',
      };
      await journal.insertApiKey(key);
      expect(await journal.findApiKey(key.hash)).toMatchObject(key);
      expect((await journal.listApiKeys()).map(({ id }) => id)).toContain(key.id);
      const revokedAt = Date.UTC(2026, 0, 1);
      expect(await journal.revokeApiKey(key.id, revokedAt)).toBe(true);
      await journal.revokeApiKey(key.id, revokedAt + 1);
      expect(await journal.findApiKeyById(key.id)).toMatchObject({ revokedAt });
      expect(await journal.revokeApiKey('key_unknown', revokedAt)).toBe(false);
    });
  });

  describe('stops', () => {
    it('are listed with who made them and why, until they are released', async () => {
      const world = await newWorld(under());
      const stop = { scope: 'lane', subject: `main@${world.chain}`, by: 'a', reason: 'b' } as const;
      const own = async () =>
        (await world.journal.stops()).filter(({ subject }) => subject === stop.subject);
      await world.journal.setSwitch({ ...stop, stopped: true });
      expect(await own()).toEqual([{ ...stop, since: expect.any(Number) }]);
      await world.journal.setSwitch({ ...stop, stopped: false });
      expect(await own()).toEqual([]);
    });

    it('of a lane stop one wallet account on one chain', async () => {
      const [stopped, other] = [await newWorld(under()), await newWorld(under())];
      const [id, further] = [await stopped.ready(), await other.ready()];
      const stop = { scope: 'lane', by: 'a', reason: 'b', stopped: true } as const;
      const subjects = [`${stopped.wallet.name}@OTHER`, `${other.wallet.name}@${stopped.chain}`];
      for (const subject of subjects) await stopped.journal.setSwitch({ ...stop, subject });
      expect((await stopped.snapshot(id)).stopped).toBeUndefined();
      expect((await other.snapshot(further)).stopped).toBeUndefined();
      const subject = `${stopped.wallet.name}@${stopped.chain}`;
      await stopped.journal.setSwitch({ ...stop, subject });
      expect((await stopped.snapshot(id)).stopped).toMatchObject({ code: 'SIGNING_STOPPED' });
      expect(await stopped.lease(id)).toMatchObject({ refusal: { kind: 'stopped' } });
      expect(await other.lease(further)).toMatchObject({ kind: 'leased' });
    });
  });

  describe('the audit log', () => {
    const act = { actor: 'operator', action: 'stop', subject: 'chain ETH', data: { n: 1n } };

    it('is one chain, whoever writes at the same time', async () => {
      const { journal } = under();
      await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          journal.recordAct({ ...act, reason: `act ${index}\0`, requestId: `r-${index}` }),
        ),
      );
      const [newest] = await journal.listActs({ limit: 1 });
      expect(await verifyAuditLog(journal)).toEqual({
        entries: newest?.position,
        from: 1,
        to: newest?.position,
        hash: newest?.hash,
      });
      const ofOther = await journal.listActs({ limit: 10, subject: 'chain NONE' });
      expect(ofOther).toEqual([]);
    });

    it('refuses that an entry is changed or removed, and shows one that was', async () => {
      const { journal, raw } = under();
      const { position } = await journal.recordAct(act);
      const change = `update audit_log set actor = 'nobody' where position = ${position}`;
      const broken = { code: 'JOURNAL_BROKEN_INVARIANT' };
      await expect(raw(change)).rejects.toMatchObject(broken);
      await expect(raw('delete from audit_log')).rejects.toMatchObject(broken);
      const entries = await journal.listActs({ after: position - 1, limit: 10 });
      const forged = entries.map((entry) => ({ ...entry, actor: 'nobody' }));
      const before = await journal.listActs({ before: position, limit: 1 });
      expect(
        await verifyAuditLog({
          auditHead: journal.auditHead,
          listActs: async ({ after = 0 }) =>
            after >= position
              ? []
              : [
                  ...(await journal.listActs({ after, limit: 1_000 })).filter(
                    (one) => one.position < position,
                  ),
                  ...forged,
                ],
        }),
      ).toMatchObject({
        entries: before[0]?.position ?? 0,
        fault: { position, message: `entry ${position} was changed, or an entry before it` },
      });
    });

    it('shows that entries are missing at the end, or that the last one is another', async () => {
      const { journal } = under();
      const { position, hash } = await journal.recordAct(act);
      const { position: next } = await journal.recordAct(act);
      const without: typeof journal.listActs = async (filter) =>
        (await journal.listActs(filter)).filter((one) => one.position <= position);
      const read = { auditHead: journal.auditHead, listActs: without };
      expect(await verifyAuditLog(read)).toEqual({
        ...{ entries: position, from: 1, to: position, hash },
        fault: {
          position: next,
          message: `entries ${next} to ${next} are missing at the end`,
        },
      });
      const otherHead = async () => ({ position, hash: 'x'.repeat(64) });
      expect(await verifyAuditLog({ ...read, auditHead: otherHead })).toMatchObject({
        fault: { position },
      });
    });
  });

  describe('overviews', () => {
    it('have what is reserved of a balance, and swaps by what they wait for', async () => {
      const world = await newWorld(under());
      await world.lease(await world.ready());
      const balances = (await world.journal.balances()).filter(
        ({ chain }) => chain === world.chain,
      );
      expect(balances.some(({ reserved }) => reserved > 0n)).toBe(true);
      expect(balances.every(({ wallet }) => wallet === world.wallet.name)).toBe(true);
      expect(balances.every(({ inFlight }) => inFlight === 0n)).toBe(true);
    });

    it('have what open swaps have sent and what has not arrived', async () => {
      const world = await newWorld(under());
      const { journal, chain } = world;
      const id = await world.ready();
      await world.lease(id);
      const view = await journal.findSwap(id);
      if (!view) throw new Error('no such swap');
      const { version, job } = view.swap;
      const inFlight = async () =>
        (await journal.balances())
          .filter((one) => one.chain === chain && one.token === job.from.token)
          .map((one) => one.inFlight);
      await journal.transition({ swapId: id, version, state: 'settling', fundsState: 'moved' });
      expect(await inFlight()).toEqual([job.amount]);
      const moved = await journal.findSwap(id);
      await journal.transition({
        swapId: id,
        version: moved?.swap.version ?? 0,
        state: 'settled',
        fundsState: 'moved',
      });
      expect(await inFlight()).toEqual([0n]);
      expect(Array.isArray(await world.journal.groupedErrors({ since: 0, limit: 10 }))).toBe(true);
    });

    it('have allowances with what open and signed payments need of them', async () => {
      const world = await newWorld(under());
      const { chain, journal, wallet } = world;
      const from = { family: 'evm', chain, token, decimals: 6, symbol: 'USDC' } as const;
      const { id } = await world.submit({ from, amount: 700n });
      await world.quote(id, { spender });
      const key = { token, spender };
      const named = { chain, walletId: wallet.id };
      const needed = { wallet: wallet.name, family: 'evm', chain, ...key, signedNeeds: 0n };
      expect(await journal.allowances(named)).toEqual([{ ...needed, openNeeds: 700n }]);
      await journal.recordAllowance({ ...named, ...key, value: 900n, block: 11n });
      const confirmed = { value: 900n, block: 11n };
      expect(await journal.allowances({ ...named, ...key })).toEqual([
        { ...needed, openNeeds: 700n, confirmed },
      ]);
      expect(await journal.allowances({ ...named, spender: 'another' })).toEqual([]);
      const all = await journal.allowances();
      expect(all.filter((one) => one.chain === chain)).toHaveLength(1);
    });

    it('come in pages, each entry once', async () => {
      const world = await newWorld(under());
      const { chain, journal, wallet } = world;
      await world.lease(await world.ready());
      for (const [index, one] of [spender, `${spender}-2`, `${spender}-3`].entries()) {
        const key = { chain, walletId: wallet.id, token, spender: one };
        await journal.recordAllowance({ ...key, value: BigInt(index), block: 11n });
      }
      const ofWorld = (one: { chain: string }) => one.chain === chain;
      const allowances = (await journal.allowances()).filter(ofWorld);
      expect(allowances.length).toBeGreaterThanOrEqual(3);
      expect(
        await inPages(
          (page) => journal.allowances({ chain }, page),
          (one) => [one.wallet, one.family, one.chain, one.token, one.spender],
        ),
      ).toEqual(allowances);
      expect(
        await inPages(
          (page) => journal.balances(page),
          (one) => [one.wallet, one.family, one.chain, one.token],
        ),
      ).toEqual(await journal.balances());
    });

    it('have what a swap is worth, where the routing service tells it', async () => {
      const world = await newWorld(under());
      const { id } = await world.submit();
      await world.quote(id, { expectedUsd: '1234567.80' });
      expect((await world.journal.findSwap(id))?.order).toMatchObject({
        expectedUsd: '1234567.80',
      });
      await world.quote(id);
      expect((await world.journal.findSwap(id))?.order).not.toHaveProperty('expectedUsd');
    });

    it('have the heads of observed chains, and outcomes by provider', async () => {
      const world = await newWorld(under());
      const { id } = await world.submit();
      await world.quote(id);
      const outcomes = await world.journal.providerOutcomes({ since: 0 });
      expect(outcomes.every(({ provider, count }) => provider !== '' && count > 0)).toBe(true);
      expect(outcomes.length).toBeGreaterThan(0);
      expect(await world.journal.providerOutcomes({ since: Date.now() + 3_600_000 })).toEqual([]);
      for (const { latest, final, at } of await world.journal.chainHeads())
        expect([typeof latest, typeof final, typeof at]).toEqual(['bigint', 'bigint', 'number']);
    });
  });
}

/** All entries of a list, read one by one. */
async function inPages<Entry>(
  read: (page: OverviewPage) => Promise<Entry[]>,
  keyOf: (entry: Entry) => string[],
): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (;;) {
    const last = entries.at(-1);
    const [next] = await read({ limit: 1, ...(last ? { after: keyOf(last) } : {}) });
    if (!next) return entries;
    entries.push(next);
  }
}
