import { describe, expect, it } from 'vitest';
import type { LeaseId } from '../../../src/core/swap/ids.ts';
import { failedByMistake, payAgain, payment, refusedBy } from './contradiction.ts';
import { newWorld, type Under } from './fixture.ts';

export function describeRevivalLaws(under: Under): void {
  describe('the schema refuses, whatever the program does, that', () => {
    const forged = '00000000-0000-4000-8000-';
    const proof = (supersedes: string) => {
      const id = `${forged}${Math.floor(Math.random() * 1e12)
        .toString()
        .padStart(12, '0')}`;
      return {
        id,
        insert: `insert into proofs (id, rule, evidence, endpoints, supersedes) values ('${id}', 'forged', '{}', '[]', ${supersedes})`,
      };
    };
    const proofOf = (leaseId: LeaseId) => `(select proof_id from leases where id = '${leaseId}')`;
    const stepOfLease = (leaseId: LeaseId) =>
      `(select step_id from lease_steps where lease_id = '${leaseId}')`;

    it.each(['open', 'landed'])(
      'what came to nothing is %s beside another payment',
      async (outcome) => {
        const world = await newWorld(under());
        const paid = await failedByMistake(world);
        await payAgain(world, paid.id);
        const { id, insert } = proof(proofOf(paid.leaseId));
        await world.raw(insert);
        const revive = `update steps set outcome = '${outcome}', proof_id = '${id}' where id = ${stepOfLease(paid.leaseId)}`;
        await expect(world.raw(revive)).rejects.toMatchObject(refusedBy('steps_revived_alone'));
        // Not even after the later one has failed too.
        const second = await payment(world, paid.id, 2);
        await world.prove(paid.id, second!.lease!.id, {
          txId: second!.lease!.attempts[0]!.txId,
          succeeded: false,
        });
        await expect(world.raw(revive)).rejects.toMatchObject(refusedBy('steps_revived_alone'));
      },
    );

    it('a closed lease or step changes by a proof that names another one, or none', async () => {
      const world = await newWorld(under());
      const [paid, other] = [await failedByMistake(world), await world.paid({ chainNonce: 1n })];
      await world.prove(other.id, other.leaseId, { txId: other.txId });
      for (const supersedes of ['null', proofOf(other.leaseId)]) {
        const { id, insert } = proof(supersedes);
        await world.raw(insert);
        const reopen = `update leases set state = 'signed', proof_id = '${id}' where id = '${paid.leaseId}'`;
        await expect(world.raw(reopen)).rejects.toMatchObject(refusedBy('leases_stay_closed'));
        const land = `update steps set outcome = 'landed', proof_id = '${id}' where id = ${stepOfLease(paid.leaseId)}`;
        await expect(world.raw(land)).rejects.toMatchObject(refusedBy('steps_stay_closed'));
      }
    });

    it('a proof is superseded twice', async () => {
      const world = await newWorld(under());
      const paid = await failedByMistake(world);
      await world.raw(proof(proofOf(paid.leaseId)).insert);
      await expect(world.raw(proof(proofOf(paid.leaseId)).insert)).rejects.toMatchObject(
        refusedBy('proofs_superseded_once'),
      );
    });

    it('a dispute is forgotten', async () => {
      const world = await newWorld(under());
      const paid = await failedByMistake(world);
      const mark = (disputed: boolean) =>
        world.raw(
          `update steps set disputed = ${disputed} where id = ${stepOfLease(paid.leaseId)}`,
        );
      await mark(true);
      await expect(mark(false)).rejects.toMatchObject(refusedBy('steps_stay_disputed'));
    });
  });
}
