import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verifyAuditLog } from '../../../src/executor/verify-audit-log.ts';
import type { AuditFilter } from '../../../src/ports/stores/audit-store.ts';
import { newWorld, type Under } from './fixture.ts';

const hex = (bytes: number): string => randomBytes(bytes).toString('hex');

/** What operators do: keys, stops, and the log of it. */
export function describeOperators(under: Under): void {
  describe('API keys', () => {
    it('with masks have no scope but view', async () => {
      const { journal } = under();
      const key = { id: `key_${hex(6)}`, hash: hex(32), masks: ['addresses', 'metadata'] as const };
      await expect(
        journal.insertApiKey({ ...key, scopes: ['view', 'admin'] }),
      ).rejects.toMatchObject({ code: 'JOURNAL_BROKEN_INVARIANT' });
      await journal.insertApiKey({ ...key, scopes: ['view'] });
      expect(await journal.findApiKey(key.hash)).toMatchObject(key);
      const session = { hash: hex(32), keyId: key.id, expiresAt: Date.UTC(2030, 0, 1) };
      await journal.insertSession(session, Date.UTC(2026, 0, 1));
      expect((await journal.findSession(session.hash))?.key).toMatchObject(key);
    });

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

  describe('sessions', () => {
    const now = Date.UTC(2026, 0, 1);
    const hourLater = now + 3_600_000;
    const newKey = () => ({ id: `key_${hex(6)}`, hash: hex(32), scopes: ['view'] as const });

    it('stand for an API key until they end, also if the key was revoked', async () => {
      const { journal } = under();
      const key = newKey();
      await journal.insertApiKey(key);
      const [session, other] = [hex(32), hex(32)];
      for (const hash of [session, other])
        await journal.insertSession({ hash, keyId: key.id, expiresAt: hourLater }, now);
      expect(await journal.findSession(session)).toMatchObject({ key, expiresAt: hourLater });
      await journal.revokeApiKey(key.id, now);
      expect((await journal.findSession(session))?.key).toMatchObject({ revokedAt: now });
      await journal.endSession(session);
      await journal.endSession(session);
      expect(await journal.findSession(session)).toBeUndefined();
      expect(await journal.findSession(other)).toBeDefined();
    });

    it('that are over are removed when somebody signs in', async () => {
      const { journal, raw } = under();
      const key = newKey();
      await journal.insertApiKey(key);
      const [over, good] = [hex(32), hex(32)];
      await journal.insertSession({ hash: over, keyId: key.id, expiresAt: hourLater }, now);
      await journal.insertSession(
        { hash: good, keyId: key.id, expiresAt: hourLater + 1 },
        hourLater,
      );
      const kept = await raw(`select hash from sessions where key_id = '${key.id}'`);
      expect(kept).toEqual([{ hash: good }]);
    });

    it('are 20 of a key, and the oldest make room', async () => {
      const { journal } = under();
      const [key, other] = [newKey(), newKey()];
      for (const one of [key, other]) await journal.insertApiKey(one);
      const stays = { hash: hex(32), keyId: other.id, expiresAt: hourLater };
      await journal.insertSession(stays, now);
      const hashes = Array.from({ length: 22 }, () => hex(32));
      for (const [at, hash] of hashes.entries())
        await journal.insertSession({ hash, keyId: key.id, expiresAt: hourLater + at }, now);
      const isThere = async (hash: string) => (await journal.findSession(hash)) !== undefined;
      const left = [];
      for (const hash of hashes) if (await isThere(hash)) left.push(hash);
      expect(left).toEqual(hashes.slice(2));
      expect(await isThere(stays.hash)).toBe(true);
    });

    it('are of keys that exist', async () => {
      const { journal } = under();
      const session = { hash: hex(32), keyId: 'key_unknown', expiresAt: hourLater };
      await expect(journal.insertSession(session, now)).rejects.toMatchObject({
        code: 'JOURNAL_BROKEN_INVARIANT',
      });
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

    it('is read by who acted and by what was acted on, page by page', async () => {
      const { journal } = under();
      const [one, other] = [`operator ${hex(4)}`, `operator ${hex(4)}`];
      const [eth, bsc] = [`chain ${hex(4)}`, `chain ${hex(4)}`];
      const written: number[] = [];
      for (const [actor, subject] of [
        [one, eth],
        [other, eth],
        [one, bsc],
        [one, eth],
      ] as const)
        written.push((await journal.recordAct({ ...act, actor, subject })).position);
      const found = async (filter: Partial<AuditFilter>) =>
        (await journal.listActs({ limit: 10, ...filter })).map(({ position }) =>
          written.indexOf(position),
        );
      expect(await found({ actor: one })).toEqual([3, 2, 0]);
      expect(await found({ subject: eth })).toEqual([3, 1, 0]);
      expect(await found({ actor: one, subject: eth })).toEqual([3, 0]);
      expect(await found({ actor: one, limit: 2 })).toEqual([3, 2]);
      expect(await found({ actor: one, before: written[2] ?? 0 })).toEqual([0]);
      expect(await found({ actor: one, after: written[0] ?? 0 })).toEqual([2, 3]);
      expect(await found({ actor: one.toUpperCase() })).toEqual([]);
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
}
