import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Fee } from '../../src/core/swap/transaction-object.ts';
import { careless, type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';
import { type RollingBack, startRollingBack } from './rolling-back.ts';
import { committed, newWorld, randomTxId, type World } from './suite/fixture.ts';
import { frozenReason, unfreeze } from './suite/lost-entry.ts';

const fee: Fee = { family: 'tron', feeLimit: 90n, bandwidthFee: 10n };

/** Accounts whose transactions the chain does not count. */
describe('after a rollback the journal compares what an account has signed', () => {
  let server: PostgresServer;
  let rolling: RollingBack;
  let world: World;
  beforeAll(async () => {
    server = await startPostgresServer(careless);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    rolling = await startRollingBack(server);
    world = await newWorld(rolling, 'tron');
    return () => rolling.close();
  });

  /** A committed payment, and when it was signed. */
  async function pay() {
    const id = await world.ready();
    const lease = await world.lease(id);
    if (lease.kind !== 'leased') throw new Error(`refused: ${lease.refusal.kind}`);
    const txId = randomTxId();
    const { attemptId } = committed(
      await world.commit(id, lease.leaseId, { txId, fee, expires: 5_000n }),
    );
    const [entry] = (await rolling.journal.signedRecords(attemptId)).entries;
    return { attemptId, txId, signedAt: entry!.signedAt };
  }

  const account = () => ({
    walletId: world.wallet.id,
    chain: world.chain,
    account: world.wallet.address,
  });
  const compare = async (txIds: readonly string[], isCut = false) => {
    const { epoch } = await rolling.journal.recognize([]);
    return rolling.journal.compareAccount({
      ...account(),
      epoch,
      signed: { txIds, from: 0, isCut },
    });
  };
  const lease = async () => rolling.journal.lease(await world.leaseRequest(await world.ready()));
  const notCompared = { kind: 'refused', refusal: { kind: 'account_not_compared' } };
  const frozen = { refusal: { kind: 'stopped', code: 'WALLET_FROZEN' } };

  /** One payment before the backup, and one after it that a log shows. */
  async function rolledBack() {
    const kept = await pay();
    await rolling.backUp();
    const shown = await pay();
    await rolling.log(shown);
    await rolling.rollBack();
    expect(await rolling.recover()).toEqual({ imported: 1, refused: [], failed: [] });
    return { kept, shown };
  }

  it('and leases nothing to it before', async () => {
    const { kept, shown } = await rolledBack();
    expect(await lease()).toEqual(notCompared);
    expect(await compare([kept.txId, shown.txId])).toBeUndefined();
    expect(await lease()).toMatchObject({ kind: 'leased' });
  });

  it('and freezes its wallet if neither an attempt nor a log explains a transaction', async () => {
    const { kept, shown } = await rolledBack();
    const unknown = [randomTxId(), randomTxId()] as const;
    const why = await compare([kept.txId, unknown[0], shown.txId, unknown[1]]);
    expect(why).toContain(`${unknown[0]} and 1 more`);
    expect(await frozenReason(world)).toBe(why);
    expect(await lease()).toMatchObject(frozen);
  });

  it('and freezes its wallet if there are too many transactions to read', async () => {
    const { kept } = await rolledBack();
    expect(await compare([kept.txId], true)).toContain('since 1970-01-01');
    expect(await lease()).toMatchObject(frozen);
  });

  it('and a person who releases the wallet has compared it', async () => {
    await rolledBack();
    await compare([randomTxId()]);
    await world.journal.unfreezeWallet({
      walletId: world.wallet.id,
      chainNonces: new Map(),
      by: 'ada',
      reason: 'looked at the chain',
    });
    expect(await lease()).toMatchObject({ kind: 'leased' });
  });

  it('but leaves one that counts its transactions to its nonce', async () => {
    const evm = await newWorld(rolling);
    await evm.paid({ chainNonce: 3n });
    await rolling.backUp();
    await rolling.log(await evm.paid());
    await rolling.rollBack();
    await rolling.recover();
    await rolling.raw(`update wallets set frozen_reason = 'test' where id = '${evm.wallet.id}'`);
    await unfreeze(evm, 5n);
    const request = await evm.leaseRequest(await evm.ready());
    expect(await rolling.journal.lease(request)).toEqual(notCompared);
  });

  describe('within the time in which something may have been signed that is in no log', () => {
    const within = async () => {
      const found = await rolling.journal.lostWithin(account());
      if (!found) throw new Error('nothing is to be compared');
      return found;
    };

    it('which ends when the rollback was noticed', async () => {
      await rolledBack();
      const [noticed] = await rolling.raw('select max(found_at) as at from lost_attempts');
      expect((await within()).until).toBe(noticed?.at);
    });

    it('which begins with the newest commit up to which the logs are complete', async () => {
      await pay();
      await rolling.backUp();
      const lost = [await pay(), await pay(), await pay()] as const;
      await rolling.log(...lost.slice(0, 2));
      await rolling.rollBack();
      await rolling.recover();
      expect((await within()).from).toBe(lost[1].signedAt);
    });

    it('which begins before the first commit that is in no log', async () => {
      const kept = await pay();
      await rolling.backUp();
      const lost = [await pay(), await pay()] as const;
      await rolling.log(lost[1]);
      await rolling.rollBack();
      await rolling.recover();
      const { from } = await within();
      expect(from).toBe(kept.signedAt);
      expect(from).toBeLessThan(lost[0].signedAt);
    });

    it('including what was signed between the rollback and the moment it was noticed', async () => {
      const kept = await pay();
      await rolling.backUp();
      const lost = [await pay(), await pay(), await pay()] as const;
      await rolling.log(lost[2]);
      await rolling.rollBack();
      // Another host, whose log has nothing newer, continues to sign.
      await pay();
      await rolling.recover();
      expect((await within()).from).toBe(kept.signedAt);
    });

    it('for a rollback before the very first commit, from the beginning', async () => {
      await rolling.backUp();
      const lost = [await pay(), await pay()] as const;
      await rolling.log(lost[1]);
      await rolling.rollBack();
      await rolling.recover();
      expect((await within()).from).toBe(0);
    });

    it('but not for an account that was never used here, and not without a rollback', async () => {
      await pay();
      expect(await rolling.journal.lostWithin(account())).toBeUndefined();
      await rolledBack();
      const fresh = await newWorld(rolling, 'tron', { chain: world.chain, name: 'fresh' });
      const { id: walletId, address } = fresh.wallet;
      expect(
        await rolling.journal.lostWithin({ walletId, chain: world.chain, account: address }),
      ).toBeUndefined();
    });
  });
});

describe('after a rollback the journal compares the next nonce of an account', () => {
  let server: PostgresServer;
  let rolling: RollingBack;
  let evm: World;
  beforeAll(async () => {
    server = await startPostgresServer(careless);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    rolling = await startRollingBack(server);
    evm = await newWorld(rolling);
    return () => rolling.close();
  });

  it('and leases nothing to it before, and ignores an answer from before the rollback was noticed', async () => {
    const spent = await evm.paid({ chainNonce: 3n });
    await rolling.backUp();
    await rolling.log(await evm.paid());
    await rolling.rollBack();
    expect(await rolling.recover()).toEqual({ imported: 1, refused: [], failed: [] });
    const lease = async () => rolling.journal.lease(await evm.leaseRequest(await evm.ready()));
    expect(await lease()).toEqual({ kind: 'refused', refusal: { kind: 'account_not_compared' } });
    const { epoch } = await rolling.journal.recognize([]);
    const { id: walletId, address: account } = evm.wallet;
    const compared = { walletId, chain: evm.chain, account, chainNonce: spent.nonce + 2n };
    // The answer is from before the rollback was noticed.
    await rolling.journal.compareAccount({ ...compared, epoch: epoch - 1n });
    expect(await lease()).toEqual({ kind: 'refused', refusal: { kind: 'account_not_compared' } });
    await rolling.journal.compareAccount({ ...compared, epoch });
    expect(await lease()).toMatchObject({ kind: 'leased' });
  });

  it('and freezes its wallet for a pending transaction of a lost log', async () => {
    const spent = await evm.paid({ chainNonce: 3n });
    await rolling.backUp();
    await rolling.log(await evm.paid());
    await rolling.rollBack();
    await rolling.recover();
    const { epoch } = await rolling.journal.recognize([]);
    const { id: walletId, address: account } = evm.wallet;
    const compared = { walletId, chain: evm.chain, account, chainNonce: spent.nonce + 3n, epoch };
    expect(await rolling.journal.compareAccount(compared)).toContain(`nonce ${spent.nonce + 2n}:`);
    const lease = await rolling.journal.lease(await evm.leaseRequest(await evm.ready()));
    expect(lease).toMatchObject({ refusal: { kind: 'stopped', code: 'WALLET_FROZEN' } });
  });
});
