import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Attempt } from '../../../../src/core/swap/swap.ts';
import { maximumFee } from '../../../../src/core/swap/transaction-object.ts';
import {
  decodeHex,
  decodeRaw,
  fromLibrary,
} from '../../../../src/families/bitcoin/adapter/wire-transaction.ts';
import { outpointKey } from '../../../../src/families/bitcoin/formats/read-transaction.ts';
import type { BitcoinWalletKind } from '../../../../src/families/bitcoin/keys/account.ts';
import { openPgliteClient } from '../../../../src/journal/pglite-client.ts';
import { openPostgresClient } from '../../../../src/journal/postgres-client.ts';
import type { Journal } from '../../../../src/ports/journal.ts';
import { openForTest } from '../../../journal/open-for-test.ts';
import type { OpenedJournal } from '../../../journal/suite/fixture.ts';
import { copyJournalTemplate } from '../../../support/copy-journal-template.ts';
import { type PostgresServer, startPostgresServer } from '../../../support/postgres-server.ts';
import { until } from '../../../support/until.ts';
import { proofDepth, type Server } from './local-chain.ts';
import { amount, type StuckWorld, startStuckWorld } from './stuck-world.ts';

/** Pays the amount, and leaves less than what makes an output. */
const spent = amount + 250n;
const spare = 100_000n;
const minute = 60_000;

let folder = '';
let server: PostgresServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferryman-changeless-'));
  server = await startPostgresServer();
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const worlds: [string, BitcoinWalletKind, Server, () => Promise<OpenedJournal>][] = [
  [
    'PGlite',
    'p2wpkh',
    'bitcoind',
    async () => openForTest(await openPgliteClient(await copyJournalTemplate(folder))),
  ],
  [
    'Postgres',
    'p2tr',
    'esplora',
    async () => openForTest(openPostgresClient({ url: await server.createJournal(), poolSize: 4 })),
  ],
];

const read = ({ bytes }: Attempt) => fromLibrary(decodeRaw(decodeHex(bytes)));
const spends = (attempt: Attempt) => read(attempt).inputs.map(outpointKey);

describe.each(worlds)(
  'a payment of Bitcoin without change that is stuck, on %s, of %s, by %s',
  (_name, kind, spokenTo, open) => {
    let journal: Journal;
    let raw: OpenedJournal['raw'];
    let world: StuckWorld;
    beforeAll(async () => {
      ({ journal, raw } = await open());
      world = await startStuckWorld(journal, { kind, server: spokenTo });
    });
    afterEach(() => world.local.sandbox.blocks.endStall());
    afterAll(async () => {
      await world?.close();
      await journal?.close();
    });

    const reserved = async (outpoint: string) =>
      (await raw(`select live from outpoints where outpoint = '${outpoint}' and added`)).map(
        ({ live }) => live,
      );

    /** Stuck, and paid again from the spare coin. */
    async function replaced(coins: readonly bigint[] = [spent, spare]) {
      const stuck = await world.stuck(coins);
      expect(await world.act(stuck.id, 'bump')).toEqual({ kind: 'none' });
      const [first, second, ...others] = await world.attemptsOf(stuck.id);
      if (!first || !second) throw new Error('it was not paid again');
      expect(others).toEqual([]);
      await world.reachBoth(second);
      const [added = '', ...more] = spends(second).filter((coin) => !spends(first).includes(coin));
      expect(more).toEqual([]);
      return { ...stuck, first, second, added };
    }

    it('is paid again from one more coin, the same to the last bit, and lands once', async () => {
      const { id, address, receiver, first, second, added } = await replaced();
      const [before, after] = [read(first), read(second)];
      expect(before.outputs).toHaveLength(2);
      expect(after.outputs.slice(0, 2)).toEqual(before.outputs);
      expect(after.outputs).toHaveLength(3);
      expect(spends(second)).toEqual([...spends(first), added]);
      expect(await reserved(added)).toEqual([true]);
      // It pays what is asked now.
      expect(await world.act(id, 'bump')).toMatchObject({ kind: 'not_raised' });
      expect(await world.settle(id)).toBe(maximumFee(second.fee));
      expect(await world.stepOf(id)).toMatchObject({
        outcome: 'landed',
        lease: { state: 'consumed' },
      });
      expect(await world.inclusions(id)).toEqual(['unseen', 'final']);
      expect(await world.held(receiver)).toBe(amount);
      expect(await world.held(address)).toBe(spent + spare - amount - maximumFee(second.fee));
      expect(await reserved(added)).toEqual([false]);
    });

    it('is lifted by a child of the second one where that is stuck too', async () => {
      const { id, address, receiver, second } = await replaced();
      world.local.sandbox.blocks.stall(60);
      expect(await world.act(id, 'bump')).toEqual({ kind: 'none' });
      const attempts = await world.attemptsOf(id);
      const boost = attempts[1]?.boost;
      if (!boost) throw new Error('no child was stored');
      expect(attempts).toHaveLength(2);
      const cost = await world.settle(id);
      expect(cost).toBe(maximumFee(second.fee) + maximumFee(boost.fee));
      expect(await world.held(receiver)).toBe(amount);
      expect(await world.held(address)).toBe(spent + spare - amount - cost);
    });

    it('lands as it was first where the second one is lost, and its other coin pays for the next', async () => {
      const { id, address, receiver, wallet, first, second, added } = await replaced();
      await world.local.sandbox.blocks.evict(second.txId);
      expect(await world.adapter.broadcast({ chain: 'BITCOIN', ...first })).toEqual({
        kind: 'accepted',
      });
      world.local.sandbox.blocks.endStall();
      await world.local.sandbox.blocks.mine(1);
      // Until that is final the coin is nobody else's.
      const change = { amount: 40_000n };
      const next = await world.ready({ wallet, receiver, change });
      expect(await world.pay(next)).toMatchObject({
        kind: 'refused',
        refusal: { kind: 'wallet_occupied' },
      });
      expect(await reserved(added)).toEqual([true]);
      expect(await world.settle(id)).toBe(maximumFee(first.fee));
      expect(await world.stepOf(id)).toMatchObject({
        outcome: 'landed',
        lease: { state: 'consumed' },
      });
      expect(await world.inclusions(id)).toEqual(['final', 'unseen']);
      expect(await world.held(address)).toBe(spare);

      expect(await world.pay(next)).toEqual({ kind: 'none' });
      expect(await world.stepOf(next)).toMatchObject({ lease: { terms: { outpoints: [added] } } });
      const cost = await world.settle(next);
      expect(await world.held(receiver)).toBe(amount + 40_000n);
      expect(await world.held(address)).toBe(spare - 40_000n - cost);
    });

    it('lives on where a stranger takes the added coin: the first one is sent again, and lands', async () => {
      const { id, address, receiver, first, added } = await replaced();
      await world.steal(address, [added], 200n);
      // What takes the second one's place leaves nobody with the first, which that one had taken
      // the place of.
      await world.local.sandbox.blocks.mine(1);
      await world.observe();
      expect(await world.inclusions(id)).toEqual(['unseen', 'unseen']);
      await world.local.sandbox.blocks.mine(proofDepth + 1);
      await world.observe();
      expect(await world.stepOf(id)).toMatchObject({
        outcome: 'open',
        lease: { state: 'signed', overAtFinal: false },
      });
      expect(
        await world.adapter.prove((await world.stepOf(id)).lease, await world.attemptsOf(id)),
      ).toEqual({
        kind: 'undecided',
      });
      // There is no other coin to spare, and no child of what nobody has.
      expect(await world.act(id, 'bump')).toMatchObject({ kind: 'not_raised' });

      await world.sendAgain(id, minute / 2);
      await world.observe();
      expect(await world.inclusions(id)).toEqual(['pending', 'unseen']);
      world.local.sandbox.blocks.endStall();
      expect(await world.settle(id)).toBe(maximumFee(first.fee));
      expect(await world.stepOf(id)).toMatchObject({
        outcome: 'landed',
        lease: { state: 'consumed' },
      });
      expect(await world.held(receiver)).toBe(amount);
    });

    it('is paid again from another coin where a stranger has taken the added one', async () => {
      const { id, address, receiver, first, added } = await replaced();
      await world.steal(address, [added], 200n);
      await world.local.sandbox.blocks.mine(1);
      world.local.sandbox.blocks.endStall();
      await world.local.fund(address, spare);
      world.local.sandbox.blocks.stall(20);
      expect(await world.act(id, 'bump')).toEqual({ kind: 'none' });
      const [, , third] = await world.attemptsOf(id);
      if (!third) throw new Error('it was not paid again');
      expect(spends(third)).toEqual([...spends(first), expect.not.stringContaining(added)]);
      expect(await world.settle(id)).toBe(maximumFee(third.fee));
      expect(await world.inclusions(id)).toEqual(['unseen', 'unseen', 'final']);
      expect(await world.held(receiver)).toBe(amount);
    });

    it('is paid again for more where the nodes have the first one still', async () => {
      const { id, receiver, first, second, added } = await replaced();
      await world.local.sandbox.blocks.evict(second.txId);
      expect(await world.adapter.broadcast({ chain: 'BITCOIN', ...first })).toEqual({
        kind: 'accepted',
      });
      expect(await world.act(id, 'bump')).toEqual({ kind: 'none' });
      const [, , third] = await world.attemptsOf(id);
      if (!third) throw new Error('it was not paid again');
      expect(spends(third)).toEqual([...spends(first), added]);
      expect(maximumFee(third.fee)).toBeGreaterThan(maximumFee(second.fee));
      expect(await world.settle(id)).toBe(maximumFee(third.fee));
      expect(await world.held(receiver)).toBe(amount);
    });

    it('is dead where a stranger takes a coin of the lease, and its wallet is frozen', async () => {
      const { id, address, receiver, first } = await replaced();
      await world.steal(address, spends(first), 200n);
      await world.settle(id);
      expect(await world.stepOf(id)).toMatchObject({ outcome: 'dead', lease: { state: 'dead' } });
      expect((await world.snapshotOf(id)).stopped).toMatchObject({ code: 'WALLET_FROZEN' });
      expect(await world.held(receiver)).toBe(0n);
      expect(await world.held(address)).toBe(spare);
      for (const attempt of await world.attemptsOf(id)) {
        expect(await world.adapter.broadcast({ chain: 'BITCOIN', ...attempt })).toMatchObject({
          kind: 'lease_used',
        });
      }
    });

    it('is taken back by the coins of the lease alone, which leaves the other coin where it is', async () => {
      const { id, address, receiver, added } = await replaced();
      world.local.sandbox.blocks.stall(60);
      expect(await world.act(id, 'cancel')).toEqual({ kind: 'none' });
      const cost = await world.settle(id);
      expect(await world.stepOf(id)).toMatchObject({
        outcome: 'dead',
        lease: { state: 'consumed' },
      });
      expect(await world.inclusions(id)).toEqual(['unseen', 'unseen', 'final']);
      expect(await world.held(receiver)).toBe(0n);
      expect(await world.held(address)).toBe(spent + spare - cost);
      expect(await reserved(added)).toEqual([false]);
    });

    it('is taken back also where the market asks for so much that half as large a cancel pays a rate beyond all others', async () => {
      const { id, address, receiver } = await world.stuck([spent, spare]);
      world.local.sandbox.blocks.stall(150);
      expect(await world.act(id, 'bump')).toEqual({ kind: 'none' });
      expect(await world.act(id, 'cancel')).toEqual({ kind: 'none' });
      await world.observe();
      expect(await world.inclusions(id)).toEqual(['unseen', 'unseen', 'pending']);
      const cost = await world.settle(id);
      expect(await world.held(receiver)).toBe(0n);
      expect(await world.held(address)).toBe(spent + spare - cost);
    });

    it('never pays so much, however large the added coin is, that its own coins could not take it back', async () => {
      const coins = Array.from({ length: 12 }, () => 25_000n);
      const { id, address, receiver } = await world.stuck(coins, { amount: 298_800n });
      await world.local.fund(address, 20_000_000n);
      world.local.sandbox.blocks.stall(60);
      // It would take 70,000 satoshis, and may cost 50,000.
      expect(await world.act(id, 'bump')).toEqual({ kind: 'none' });
      const [, second] = await world.attemptsOf(id);
      expect(maximumFee(second!.fee)).toBeLessThan(50_000n);
      expect(await world.act(id, 'cancel')).toEqual({ kind: 'none' });
      await world.observe();
      expect(await world.inclusions(id)).toEqual(['unseen', 'unseen', 'pending']);
      world.local.sandbox.blocks.endStall();
      const cost = await world.settle(id);
      expect(await world.held(receiver)).toBe(0n);
      expect(await world.held(address)).toBe(20_300_000n - cost);
    });

    it('is sent after a crash between commit and send, with the same bytes', async () => {
      const { id, receiver } = await world.stuck([spent, spare]);
      const dying = {
        ...world.context,
        checkpoint: async (point: string) => {
          if (point === 'attempt-committed') throw new Error('killed');
        },
      };
      await expect(world.act(id, 'bump', dying)).rejects.toThrow('killed');
      const [, second] = await world.attemptsOf(id);
      if (!second) throw new Error('it was not paid again');
      await world.observe();
      expect(await world.inclusions(id)).toEqual(['pending', 'unseen']);
      await world.sendAgain(id, 0);
      await world.observe();
      expect(await world.inclusions(id)).toEqual(['unseen', 'pending']);
      const [, sent, ...more] = await world.attemptsOf(id);
      expect(more).toEqual([]);
      expect(sent?.bytes).toBe(second.bytes);
      expect(await world.settle(id)).toBe(maximumFee(second.fee));
      expect(await world.held(receiver)).toBe(amount);
    });

    it('is paid again once where two processes are about to, and a cancel outbids what was sent', async () => {
      const { id, receiver } = await world.stuck([spent, spare]);
      world.local.sandbox.blocks.stall(60);
      let dearer = 0n;
      const slower = {
        ...world.context,
        checkpoint: async (point: string) => {
          if (point !== 'transaction-judged' || dearer > 0n) return;
          dearer = 1n;
          world.local.sandbox.blocks.endStall();
          world.local.sandbox.blocks.stall(80);
          await world.act(id, 'bump');
          dearer = maximumFee((await world.attemptsOf(id)).at(-1)!.fee);
        },
      };
      expect(await world.act(id, 'bump', slower)).toEqual({ kind: 'none' });
      const attempts = await world.attemptsOf(id);
      expect(attempts.map(({ fee }) => maximumFee(fee))).toEqual([250n, dearer]);
      expect(await world.act(id, 'cancel')).toEqual({ kind: 'none' });
      await world.observe();
      expect(await world.inclusions(id)).toEqual(['unseen', 'unseen', 'pending']);
      await world.settle(id);
      expect(await world.held(receiver)).toBe(0n);
    });

    it('is left as it is without a coin to spare, and is cancelled as before', async () => {
      const { id, address, receiver } = await world.stuck([spent]);
      expect(await world.act(id, 'bump')).toMatchObject({
        kind: 'not_raised',
        reason: { code: 'INCLUSION_LATE' },
      });
      expect(await world.attemptsOf(id)).toHaveLength(1);
      expect(await world.act(id, 'cancel')).toEqual({ kind: 'none' });
      const cost = await world.settle(id);
      expect(await world.held(receiver)).toBe(0n);
      expect(await world.held(address)).toBe(spent - cost);
    });

    it('is left as it is where its PSBT does not say that it may be replaced', async () => {
      const signals = await world.stuck([spent, spare], {}, 0xffff_fffd);
      expect(await world.act(signals.id, 'bump')).toEqual({ kind: 'none' });
      expect(await world.attemptsOf(signals.id)).toHaveLength(2);
      world.local.sandbox.blocks.endStall();
      const silent = await world.stuck([spent, spare], {}, 0xffff_fffe);
      expect(await world.act(silent.id, 'bump')).toMatchObject({ kind: 'not_raised' });
      expect(await world.attemptsOf(silent.id)).toHaveLength(1);
    });

    it('is left as it is where the coin to spare is in no block yet', async () => {
      const { id, address } = await world.stuck([spent]);
      const { sandbox } = world.local;
      const arriving = sandbox.treasury.fund(address, spare);
      await until(async () => (await world.unspentAt(address)) === 1);
      expect(await world.act(id, 'bump')).toMatchObject({ kind: 'not_raised' });
      expect(await world.attemptsOf(id)).toHaveLength(1);
      await sandbox.blocks.mine(1);
      await arriving;
      expect(await world.act(id, 'bump')).toEqual({ kind: 'none' });
      expect(await world.attemptsOf(id)).toHaveLength(2);
    });

    it('costs no more than the job allows', async () => {
      const { id } = await world.stuck([spent, spare], { maxFee: 450n });
      await expect(world.act(id, 'bump')).rejects.toMatchObject({ code: 'FEE_TOO_HIGH' });
      expect(await world.attemptsOf(id)).toHaveLength(1);
    });

    it('costs all that the job allows where the market asks for more', async () => {
      const rich = await world.stuck([spent, spare], { maxFee: 3_000n });
      expect(await world.act(rich.id, 'bump')).toEqual({ kind: 'none' });
      const [, second] = await world.attemptsOf(rich.id);
      expect(maximumFee(second!.fee)).toBe(3_000n);
    });
  },
);
