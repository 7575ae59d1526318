import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  included,
  leased,
  newWorld,
  type Paid,
  randomTxId,
  receiver,
  token,
  type Under,
  type World,
} from './fixture.ts';

/** The schema refuses these whatever the program does. Here the program writes its own SQL. */
class Rogue {
  readonly world: World;
  readonly paid: Paid;
  constructor(world: World, paid: Paid) {
    this.world = world;
    this.paid = paid;
  }

  get stepOfPaid(): string {
    return `(select step_id from lease_steps where lease_id = '${this.paid.leaseId}')`;
  }

  step(kind: string, generation = 1, id = randomUUID()): string {
    const { paid, world } = this;
    return `insert into steps (id, swap_id, wallet_id, chain, kind, generation)
      values ('${id}', '${paid.id}', '${world.wallet.id}', '${world.chain}', '${kind}', ${generation})`;
  }

  lease(id: string, key: string, family = 'evm'): string {
    const { wallet, chain } = this.world;
    return `insert into leases (id, family, chain, wallet_id, account, nonce, key, native_token, holder, held_until, state)
      values ('${id}', '${family}', '${chain}', '${wallet.id}', 'a', ${family === 'evm' ? 9 : 'null'}, '${key}', 'n', 'h', now(), 'held')`;
  }

  leaseStep(lease: string, step: string): string {
    return `insert into lease_steps (lease_id, step_id) values ('${lease}', ${step})`;
  }

  attempt(
    lease: string,
    seq: number,
    change: { status?: string; family?: string; txId?: string } = {},
  ): string {
    const { status = 'unseen', family = 'evm', txId = randomTxId() } = change;
    const block = status === 'unseen' ? 'null, null, null, null' : `1, '0x1', true, 1`;
    return `insert into attempts (id, lease_id, family, chain, seq, kind, tx_id, bytes, fee, status,
        block_number, block_hash, succeeded, fee_paid)
      values ('${randomUUID()}', '${lease}', '${family}', '${this.world.chain}', ${seq}, 'pay', '${txId}', '0x', '{}',
        '${status}', ${block})`;
  }

  proof(id: string): string {
    return `insert into proofs (id, rule, evidence, endpoints) values ('${id}', 'forged', '{}', '[]')`;
  }

  order(quoteId: string): string {
    return `insert into orders (id, swap_id, quote_id, provider, swap_type, min_out, quoted_min_out, expected_out,
        declared_fee, destination_anchor, quoted_at, open, quote_raw)
      values ('${randomUUID()}', '${this.paid.id}', '${quoteId}', 'p', 't', 1, 1, 1, 0, 0, now(), false, '{}')`;
  }
}

/**
 * The attempted write, and the constraint that must refuse it; the statements before the last one
 * prepare it.
 */
type Crime = [name: string, constraint: string, statements: (rogue: Rogue) => string[]];

const [lease, step, proof] = [randomUUID, randomUUID, randomUUID];

const doublePayments: Crime[] = [
  ['a second living payment (P1)', 'p1_one_living_payment_per_swap', (r) => [r.step('deposit')]],
  [
    'a second generation beside a living one (P1)',
    'p1_one_living_payment_per_swap',
    (r) => [r.step('swap', 2)],
  ],
  [
    'a refund beside a claim (P2)',
    'p2_one_living_claim_or_refund_per_swap',
    (r) => [r.step('claim'), r.step('refund')],
  ],
  [
    'a second living lease of a step (P3)',
    'p3_one_living_lease_per_step',
    (r) => {
      const id = lease();
      return [r.lease(id, id), r.leaseStep(id, r.stepOfPaid)];
    },
  ],
  ...['tron', 'solana'].map(
    (family): Crime => [
      `a second attempt under a lease of ${family} (P4)`,
      'p4_one_attempt_per_lease',
      (r) => {
        const id = lease();
        return [
          r.lease(id, id, family),
          r.attempt(id, 1, { family }),
          r.attempt(id, 2, { family }),
        ];
      },
    ],
  ),
  [
    'an attempt that hides its family (P4)',
    'attempts_of_lease',
    (r) => {
      const id = lease();
      return [r.lease(id, id, 'tron'), r.attempt(id, 2)];
    },
  ],
  [
    'a second lease of a nonce',
    'leases_key_unique',
    (r) => [r.lease(lease(), `${r.world.wallet.address}:${r.paid.nonce}`)],
  ],
  [
    'two held leases of an account',
    'leases_one_held_per_account',
    (r) => [r.lease(lease(), lease()), r.lease(lease(), lease())],
  ],
  ['a generation twice', 'steps_generation_unique', (r) => [r.step('approve'), r.step('approve')]],
  [
    'two included attempts of a lease',
    'attempts_one_included_per_lease',
    (r) => [2, 3].map((seq) => r.attempt(r.paid.leaseId, seq, { status: 'included' })),
  ],
  ['an attempt number twice', 'attempts_seq_unique', (r) => [r.attempt(r.paid.leaseId, 1)]],
  [
    'a transaction twice',
    'attempts_tx_id_unique',
    (r) => [r.attempt(r.paid.leaseId, 2, { txId: r.paid.txId })],
  ],
  [
    'an order from a quote that was used',
    'orders_quote_id_unique',
    (r) => [r.order(r.paid.txId), r.order(r.paid.txId)],
  ],
];

const withoutProof: Crime[] = [
  [
    'a consumed lease without a proof',
    'leases_closed_by_proof',
    (r) => [`update leases set state = 'consumed' where id = '${r.paid.leaseId}'`],
  ],
  [
    'a dead lease without a proof',
    'leases_closed_by_proof',
    (r) => [`update leases set state = 'dead' where id = '${r.paid.leaseId}'`],
  ],
  [
    'a void lease with an attempt',
    'leases_void_without_attempts',
    (r) => [`update leases set state = 'void' where id = '${r.paid.leaseId}'`],
  ],
  [
    'a dead step without a proof',
    'steps_closed_by_proof',
    (r) => {
      const id = step();
      return [r.step('approve', 1, id), `update steps set outcome = 'dead' where id = '${id}'`];
    },
  ],
  [
    'a dead step under a living lease',
    'steps_open_while_leased',
    (r) => {
      const id = proof();
      return [
        r.proof(id),
        `update steps set outcome = 'dead', proof_id = '${id}' where id = ${r.stepOfPaid}`,
      ];
    },
  ],
  [
    'a living lease that lets go of its step',
    'lease_steps_live_until_closed',
    (r) => [`update lease_steps set live = false where lease_id = '${r.paid.leaseId}'`],
  ],
];

const rewritings: Crime[] = [
  ...['bytes', 'tx_id'].map(
    (column): Crime => [
      `another ${column} of an attempt`,
      'attempts_immutable',
      (r) => [`update attempts set ${column} = '0xbad' where id = '${r.paid.attemptId}'`],
    ],
  ),
  [
    'another seq of an attempt',
    'attempts_immutable',
    (r) => [`update attempts set seq = 7 where id = '${r.paid.attemptId}'`],
  ],
  [
    'another job',
    'swaps_job_immutable',
    (r) => [`update swaps set job = '{}' where id = '${r.paid.id}'`],
  ],
  [
    'another body hash',
    'swaps_job_immutable',
    (r) => [`update swaps set body_hash = '' where id = '${r.paid.id}'`],
  ],
  [
    'another idempotency key',
    'swaps_job_immutable',
    (r) => [`update swaps set idem_key = '' where id = '${r.paid.id}'`],
  ],
  [
    'another event',
    'events_immutable',
    (r) => [`update events set data = '{}' where swap_id = '${r.paid.id}'`],
  ],
  [
    'another proof',
    'proofs_immutable',
    (r) => {
      const id = proof();
      return [r.proof(id), `update proofs set rule = 'other' where id = '${id}'`];
    },
  ],
  [
    'another nonce of a lease',
    'leases_immutable',
    (r) => [`update leases set nonce = 77 where id = '${r.paid.leaseId}'`],
  ],
  ...['swaps', 'orders', 'steps', 'leases', 'attempts', 'proofs', 'legs', 'events'].map(
    (table): Crime => [`fewer ${table}`, `${table}_never_removed`, () => [`delete from ${table}`]],
  ),
  ['emptied events', 'events_never_removed', () => ['truncate events']],
];

export function describeLaws(under: Under): void {
  describe('the schema refuses, whatever the program does,', () => {
    it.each([...doublePayments, ...withoutProof, ...rewritings])(
      '%s',
      async (_, constraint, statements) => {
        const world = await newWorld(under());
        const rogue = new Rogue(world, await world.paid());
        const all = statements(rogue);
        for (const statement of all.slice(0, -1)) await world.raw(statement);
        await expect(world.raw(all.at(-1)!)).rejects.toMatchObject({
          code: 'JOURNAL_BROKEN_INVARIANT',
          details: { constraint },
        });
      },
    );

    it('a payment that landed to be paid again', async () => {
      const world = await newWorld(under());
      const paid = await world.paid();
      const rogue = new Rogue(world, paid);
      const { stepOfPaid } = rogue;
      await world.prove(paid.id, paid.leaseId, { txId: paid.txId });
      const refused = (constraint: string) => ({ details: { constraint } });
      await expect(world.raw(rogue.step('swap', 2))).rejects.toMatchObject(
        refused('p1_one_living_payment_per_swap'),
      );
      const reopen = `update steps set outcome = 'open' where id = ${stepOfPaid}`;
      await expect(world.raw(reopen)).rejects.toMatchObject(refused('steps_stay_closed'));
      const release = `update leases set state = 'signed' where id = '${paid.leaseId}'`;
      await expect(world.raw(release)).rejects.toMatchObject(refused('leases_stay_closed'));
      const again = lease();
      await world.raw(rogue.lease(again, again));
      await expect(world.raw(rogue.leaseStep(again, stepOfPaid))).rejects.toMatchObject(
        refused('lease_steps_only_after_void'),
      );
      await expect(world.raw(rogue.attempt(paid.leaseId, 2))).rejects.toMatchObject(
        refused('attempts_under_living_lease'),
      );
    });

    it('an attempt under a void lease', async () => {
      const world = await newWorld(under());
      const id = await world.ready();
      const { leaseId } = leased(await world.lease(id));
      await world.journal.voidLease({ leaseId, reason: { code: 'X', message: 'x' } });
      const paid = { id, leaseId } as Paid;
      await expect(world.raw(new Rogue(world, paid).attempt(leaseId, 1))).rejects.toMatchObject({
        details: { constraint: 'attempts_under_living_lease' },
      });
    });

    it('a leg to change its swap', async () => {
      const world = await newWorld(under());
      const { id, leaseId, txId } = await world.paid();
      await world.observe({ [txId]: included(90n) });
      await world.prove(id, leaseId, { txId });
      const leg = {
        chain: world.chain,
        txId,
        index: 1,
        token,
        amount: 5n,
        role: 'payout',
        level: 'verified',
      } as const;
      await world.settle(id, { legs: [leg] });
      const other = await world.submit();
      for (const change of [
        `swap_id = '${other.id}'`,
        'amount = 4',
        `token = '${receiver}'`,
        'index = 2',
      ]) {
        await expect(
          world.raw(`update legs set ${change} where tx_id = '${txId}'`),
        ).rejects.toMatchObject({
          details: { constraint: 'legs_immutable' },
        });
      }
    });

    it('two wallets of one account, in any case', async () => {
      const { journal, wallet } = await newWorld(under());
      const { id: _, ...draft } = wallet;
      const twin = {
        ...draft,
        name: `${wallet.name}-twin`,
        address: wallet.address.toUpperCase().replace('0X', '0x'),
      };
      await expect(journal.createWallet(twin)).rejects.toMatchObject({
        details: { constraint: 'wallets_address_unique' },
      });
      await expect(journal.createWallet({ ...draft, address: receiver })).rejects.toMatchObject({
        details: { constraint: 'wallets_name_unique' },
      });
    });
  });

  describe('a fee below nothing in the journal', () => {
    it('counts as none, since it would leave more to spend', async () => {
      const world = await newWorld(under());
      const { id } = await world.submit();
      await world.raw(`update swaps set fee_spent = -1 where id = '${id}'`);
      expect((await world.journal.snapshot(id))?.swap.feeSpent).toBe(0n);
    });
  });
}
