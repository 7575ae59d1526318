import { defaultPolicy } from '../../src/core/decide/policy.ts';
import {
  type AttemptKind,
  type Inclusion,
  isEnd,
  type SwapState,
} from '../../src/core/swap/swap.ts';
import { evmNativeToken } from '../../src/families/evm/formats/chain.ts';
import type { CommitResult, LeaseResult } from '../../src/ports/stores/signing-records.ts';
import { fee, hour, randomTxId } from '../journal/suite/fixture.ts';
import { type BothJournals, type Outcomes, onBoth } from './both-journals.ts';
import { essence, isCommitted, isLeased } from './journal-answers.ts';
import { commit, lease, type ModelLeaseResult, recordSent, voidLease } from './journal-leases.ts';
import { prove, recordObservation } from './journal-proofs.ts';
import { cancel, resolve, retry, unfreezeWallet } from './journal-requests.ts';
import * as model from './journal-swaps.ts';
import { laneOperations } from './lane-operations.ts';
import { holders, type Operation, version } from './operation.ts';
import { type Choose, pick, pickNewest } from './pick.ts';
import { hasIncluded, inclusionsAt } from './random-inclusions.ts';

const reason = { code: 'X', message: 'x' };
const settled = { state: 'settled', fundsState: 'moved', level: 'verified' } as const;
const settledLeg = { role: 'payout', level: 'verified' } as const;
const progressDepth = 3;
const firstKinds: readonly AttemptKind[] = ['pay', 'pay', 'pay', 'pay', 'cancel', 'bump'];
const laterKinds: readonly AttemptKind[] = ['pay', 'cancel', 'bump', 'bump'];
const ttls = [hour, hour, hour, -hour] as const;

const operations: readonly Operation[] = [
  {
    name: 'lease',
    async run(both, choose) {
      const { world, real, leases } = both;
      const at = version(both, choose);
      const order = both.orders.findLast(({ swap }) => swap === at.index);
      const common = {
        ...at.request,
        kind: 'swap' as const,
        chainNonce: BigInt(choose(9) === 0 ? 2 : choose(2)),
        holder: pick(holders, choose),
        hold: pick(ttls, choose),
      };
      const results = await onBoth<LeaseResult | ModelLeaseResult>(
        both,
        () =>
          real.lease({
            ...common,
            ...(order ? { orderId: order.real } : {}),
            chain: world.chain,
            walletId: world.wallet.id,
            account: world.wallet.address,
            balances: { block: 100n, balances: new Map([[evmNativeToken, 1_000_000n]]) },
            reserve: [{ token: evmNativeToken, amount: 1n }],
            nativeToken: evmNativeToken,
          }),
        () => lease(both.model, { ...common, ...(order ? { orderId: order.model } : {}) }),
      );
      if (isLeased(results.real) && isLeased(results.model)) {
        const { swapId } = at.request;
        leases.push({ swapId, real: results.real.leaseId, model: results.model.leaseId });
      }
      return { real: essence(results.real), model: essence(results.model) };
    },
  },
  {
    name: 'commit',
    async run(both, choose) {
      const taken = pickNewest(both.leases, choose);
      if (!taken) return nothing;
      const txId = randomTxId();
      const isSigned = both.attempts.some((attempt) => attempt.lease === taken.model);
      const common = {
        swapId: choose(8) === 0 ? both.swaps[choose(2)]!.id : taken.swapId,
        holder: pick(holders, choose),
        kind: pick(isSigned ? laterKinds : firstKinds, choose),
        txId,
        fee,
      };
      const results = await onBoth<CommitResult>(
        both,
        () => both.real.commit({ ...common, leaseId: taken.real, bytes: '0x02' }),
        () => commit(both.model, { ...common, leaseId: taken.model }),
      );
      if (isCommitted(results.real) && isCommitted(results.model)) {
        both.attempts.push({
          real: results.real.attemptId,
          model: results.model.attemptId,
          txId,
          lease: taken.model,
        });
      }
      return { real: essence(results.real), model: essence(results.model) };
    },
  },
  {
    name: 'void lease',
    async run(both, choose) {
      const taken = pickNewest(both.leases, choose);
      if (!taken) return nothing;
      return onBoth(
        both,
        () => both.real.voidLease({ leaseId: taken.real, reason }),
        () => voidLease(both.model, { leaseId: taken.model, reason }),
      );
    },
  },
  {
    name: 'record send',
    async run(both, choose) {
      const attempt = pickNewest(both.attempts, choose);
      if (!attempt) return nothing;
      return onBoth(
        both,
        () => both.real.recordSent(attempt.real, { kind: 'accepted' }),
        () => recordSent(both.model, attempt.model),
      );
    },
  },
  {
    name: 'record observation',
    async run(both, choose) {
      const { world, attempts } = both;
      const latest = BigInt(100 + choose(12));
      const head = { latest, final: latest - 4n };
      const seen = new Map<string, Inclusion>();
      const used = new Set<string>();
      for (const attempt of attempts) {
        const inclusion = pick(inclusionsAt(latest), choose);
        const isTaken = inclusion.status === 'included' || inclusion.status === 'final';
        // A chain includes one transaction for each nonce.
        if (isTaken && (used.has(attempt.lease) || hasIncluded(both, attempt.lease, attempt.txId)))
          continue;
        if (isTaken) used.add(attempt.lease);
        seen.set(attempt.txId, inclusion);
      }
      const finalNonce = choose(3) === 0 ? BigInt(choose(3)) : undefined;
      const finalNonces = new Map(
        finalNonce === undefined ? [] : [[world.wallet.address, finalNonce]],
      );
      // Now and then one that has been overtaken.
      const overtaken = both.model.state.observations > 0n && choose(6) === 0 ? 1n : 0n;
      const since = both.model.state.observations - overtaken;
      return onBoth<void>(
        both,
        async () => {
          const observation = { head, attempts: seen, finalNonces };
          await both.real.recordObservation({
            chain: world.chain,
            since,
            progressDepth,
            observation,
          });
        },
        () =>
          recordObservation(both.model, { head, attempts: seen, finalNonce, since }, progressDepth),
      );
    },
  },
  {
    name: 'prove',
    async run(both, choose) {
      const attempt = pickNewest(both.attempts, choose);
      const taken = attempt && both.leases.find(({ model: id }) => id === attempt.lease);
      if (!attempt || !taken) return nothing;
      const { request } = version(both, choose);
      const succeeded = choose(2) === 0;
      const block = { number: 90n, hash: '0xb' };
      const evidence = {
        rule: 'test',
        endpoints: ['node'],
        anchor: { number: 100n, hash: '0xa' },
        answers: {},
      };
      const proof =
        choose(5) === 0
          ? { kind: 'used_by_stranger' as const }
          : { kind: 'landed' as const, txId: attempt.txId, block, succeeded, feePaid: 21n };
      return onBoth<void>(
        both,
        async () => {
          await both.real.prove({ ...request, leaseId: taken.real, proof: { ...proof, evidence } });
        },
        () => prove(both.model, { ...request, leaseId: taken.model, proof }),
      );
    },
  },
  {
    name: 'quote and swap data',
    async run(both, choose) {
      const { world, real } = both;
      const { request, index } = version(both, choose);
      const quoteId = randomTxId();
      const [signBy, goodUntil] = [
        Date.now() + pick(ttls, choose),
        Date.now() + pick(ttls, choose),
      ];
      const quoted = await onBoth<string | undefined>(
        both,
        async () => {
          await world.quote(request.swapId, { ...request, quoteId });
          return undefined;
        },
        () => {
          model.recordQuote(both.model, request, { ...quote, quoteId });
          return undefined;
        },
      );
      if (quoted.real !== undefined || quoted.model !== undefined) return quoted;
      const { swap, order } = (await real.snapshot(request.swapId))!;
      const modelled = both.model.state.swaps[index]!.orders.at(-1)!;
      both.orders.push({ swap: index, real: order!.id, model: modelled.id });
      const at = { swapId: swap.id, version: swap.version };
      return onBoth<void>(
        both,
        async () => {
          const version = await real.markRequested({ ...at, orderId: order!.id });
          await world.swapData(swap.id, { version, signBy, goodUntil });
        },
        () => {
          const version = model.markRequested(both.model, { ...at, orderId: modelled.id });
          const transaction = { family: 'evm', to: '0x', data: '0x', value: 0n } as const;
          const data = { transaction, signBy, goodUntil };
          model.recordSwapData(
            both.model,
            { swapId: swap.id, version, orderId: modelled.id },
            data,
          );
        },
      );
    },
  },
  {
    name: 'close order',
    async run(both, choose) {
      const { request } = version(both, choose);
      return onBoth(
        both,
        () => both.real.closeOrder({ ...request, reason }),
        () => model.closeOrder(both.model, { ...request, reason }),
      );
    },
  },
  {
    name: 'transition',
    async run(both, choose) {
      const { request } = version(both, choose);
      const state = pick<SwapState>(
        ['confirming', 'settling', 'needs_review', 'needs_review', 'failed'],
        choose,
      );
      const to = {
        ...request,
        state,
        fundsState: 'in_flight' as const,
        ...(choose(2) === 0 ? { reason } : {}),
      };
      return onBoth(
        both,
        () => both.real.transition(to),
        () => model.transition(both.model, to),
      );
    },
  },
  {
    name: 'claim and wait',
    async run(both, choose) {
      const { request } = version(both, choose);
      const { swapId } = request;
      const [claimant, holder, ttl] = [
        pick(holders, choose),
        pick(holders, choose),
        pick(ttls, choose),
      ];
      const waiting = {
        ...request,
        holder,
        delay: 0,
        failed: choose(2) === 0,
        ...(choose(2) === 0 ? { reason } : {}),
      };
      return onBoth(
        both,
        async () => {
          const isClaimed = await both.real.lock(swapId, claimant, ttl);
          await both.real.wait(waiting);
          return [isClaimed, await both.real.lock(swapId, 'worker-3', -hour)];
        },
        () => {
          const isClaimed = model.claim(both.model, swapId, claimant, ttl);
          model.wait(both.model, waiting);
          return [isClaimed, model.claim(both.model, swapId, 'worker-3', -hour)];
        },
      );
    },
  },
  ...laneOperations,
  {
    name: 'settle',
    async run(both, choose) {
      const { request } = version(both, choose);
      if (choose(3) !== 0) return nothing;
      const { swapId } = request;
      const leg = {
        chain: both.world.chain,
        txId: randomTxId(),
        index: 0,
        token: evmNativeToken,
        amount: 1n,
      };
      const [claimant, holder, ttl] = [
        pick(holders, choose),
        pick(holders, choose),
        pick(ttls, choose),
      ];
      const settlement = { ...request, ...settled, holder, legs: [{ ...leg, ...settledLeg }] };
      return onBoth<void>(
        both,
        async () => {
          await both.real.lock(swapId, claimant, ttl);
          await both.real.settle(settlement);
        },
        () => {
          model.claim(both.model, swapId, claimant, ttl);
          model.settle(both.model, settlement);
        },
      );
    },
  },
  {
    name: 'cancel',
    async run(both, choose) {
      const { id } = both.swaps[choose(2)]!;
      return onBoth<string>(
        both,
        async () => (await both.real.cancel(id)).kind,
        () => cancel(both.model, id),
      );
    },
  },
  {
    name: 'retry',
    async run(both, choose) {
      const { id: swapId } = both.swaps[choose(2)]!;
      const { maxGenerations } = defaultPolicy;
      // A retry of what has ended is another swap, and that is not the model's.
      if (isEnd(both.model.state.swaps.find(({ swap }) => swap.id === swapId)!.swap.state))
        return nothing;
      return onBoth<string>(
        both,
        async () => (await both.real.retry({ swapId, maxGenerations, now: Date.now() })).kind,
        () => retry(both.model, swapId, { maxGenerations }),
      );
    },
  },
  {
    name: 'stop or release',
    async run(both, choose) {
      const { chain } = both.world;
      const stopped = choose(3) === 0;
      return onBoth(
        both,
        () =>
          both.real.setSwitch({
            scope: 'chain',
            subject: chain,
            stopped,
            by: 'test',
            reason: 'test',
          }),
        () => {
          const stop = { code: 'SIGNING_STOPPED', message: 'test' } as const;
          both.model.state = { ...both.model.state, stopped: stopped ? stop : undefined };
        },
      );
    },
  },
  {
    name: 'release the wallet',
    async run(both, choose) {
      const { id: walletId } = both.world.wallet;
      const chainNonce = BigInt(choose(3));
      const chainNonces = new Map([[both.world.chain, chainNonce]]);
      return onBoth(
        both,
        () => both.real.unfreezeWallet({ walletId, chainNonces, by: 'test', reason: 'test' }),
        () => unfreezeWallet(both.model, chainNonce),
      );
    },
  },
  {
    name: 'resolve',
    async run(both, choose) {
      const { request } = version(both, choose);
      const resolution = {
        ...request,
        as: 'unpaid',
        legs: [],
        by: 'test',
        reason: 'test',
      } as const;
      return onBoth<string>(
        both,
        async () => (await both.real.resolve(resolution)).kind,
        () => resolve(both.model, request),
      );
    },
  },
  {
    name: 'best swap',
    async run(both, choose) {
      const { request, index } = version(both, choose);
      const [signBy, goodUntil] = [
        Date.now() + pick(ttls, choose),
        Date.now() + pick(ttls, choose),
      ];
      const transaction = { family: 'evm', to: '0x', data: '0x', value: 0n } as const;
      const order = { ...quote, transaction, signBy, goodUntil, requestedAt: 0 };
      const opened = await onBoth<undefined>(
        both,
        async () =>
          void (await both.world.bestSwap(request.swapId, { ...request, signBy, goodUntil })),
        () => void model.recordBestSwap(both.model, request, order),
      );
      if (opened.real !== undefined || opened.model !== undefined) return opened;
      const { order: real } = (await both.real.snapshot(request.swapId))!;
      both.orders.push({
        swap: index,
        real: real!.id,
        model: both.model.state.swaps[index]!.orders.at(-1)!.id,
      });
      return opened;
    },
  },
];

/** How often each is chosen: what leads to a payment more often than what ends a swap. */
const table: readonly number[] = [
  0, 0, 0, 0, 1, 1, 1, 1, 2, 3, 4, 4, 4, 5, 5, 6, 6, 6, 7, 8, 9, 10, 10, 11, 11, 12, 13, 13, 14, 15,
  16, 17,
];

/** Runs the operation that a number stands for; says which it was. */
export function operate(both: BothJournals, choice: number): Promise<Outcomes & { name: string }> {
  let left = choice;
  const choose: Choose = (count) => {
    const chosen = left % count;
    left = Math.floor(left / count);
    return chosen;
  };
  const { name } = operations[pick(table, choose)]!;
  return operateAs(both, name, choose);
}

/** Runs a certain operation with certain choices; 0 where they do not reach. */
export function operateWith(both: BothJournals, name: string, choices: readonly number[]) {
  const left = [...choices];
  return operateAs(both, name, () => left.shift() ?? 0);
}

async function operateAs(
  both: BothJournals,
  name: string,
  choose: Choose,
): Promise<Outcomes & { name: string }> {
  const operation = operations.find((one) => one.name === name)!;
  return { name, ...(await operation.run(both, choose)) };
}

const nothing: Outcomes = { real: 'nothing to do', model: 'nothing to do' };

const quote = {
  provider: 'UNISWAP_V2',
  swapType: 'on-chain',
  minOut: 398n,
  expectedOut: 400n,
  quotedMinOut: 398n,
  declaredFee: 0n,
  quotedAt: 0,
  destinationAnchor: 7n,
};
