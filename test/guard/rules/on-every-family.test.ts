import { describe, expect, it } from 'vitest';
import { type Family, families } from '../../../src/core/swap/chains.ts';
import type { SwapId } from '../../../src/core/swap/ids.ts';
import type { Order } from '../../../src/core/swap/swap.ts';
import { definitions } from '../../../src/families/families.ts';
import { createGuard } from '../../../src/guard/create-guard.ts';
import type { Guard, GuardRequest, Intent } from '../../../src/ports/guard.ts';
import { aBitcoinRequest } from '../../families/bitcoin/guard/scenario.ts';
import { aSolanaRequest } from '../../families/solana/guard/scenario.ts';
import { aTonRequest } from '../../families/ton/guard/scenario.ts';
import { aTronSwap } from '../../families/tron/guard/scenario.ts';
import { policyFrom, testGuard, testPolicyFile } from '../../support/guard-policy.ts';
import { asIntent } from '../as-intent.ts';
import {
  bitcoinNative,
  evmToken,
  solanaToken,
  tonJettons,
  tronToken,
} from '../deposit/scenario.ts';
import { aSwapRequest, usdc } from '../scenario.ts';

/*
 * The rules that families share are applied on each of them, to every intent that they are for. What
 * a rule finds in detail is tested once, with the rule.
 */

const swaps: Readonly<Record<Family, () => GuardRequest>> = {
  evm: () => aSwapRequest(),
  tron: () => aTronSwap(),
  solana: () => aSolanaRequest(),
  ton: () => aTonRequest(),
  bitcoin: () => aBitcoinRequest(),
};
const deposits: typeof swaps = {
  evm: () => evmToken(),
  tron: () => tronToken(),
  solana: () => solanaToken(),
  ton: () => tonJettons(),
  bitcoin: () => bitcoinNative(),
};

/** A request for the intent. Only payments are in order; others have the bytes of one. */
const requestFor = (family: Family, kind: Intent['kind']): GuardRequest =>
  kind === 'deposit' ? deposits[family]() : asIntent(kind, swaps[family]());

function withOrder(request: GuardRequest, change: (order: Order) => Partial<Order>): GuardRequest {
  const { intent } = request;
  if (!('order' in intent)) throw new Error('no payment');
  return { ...request, intent: { ...intent, order: { ...intent.order, ...change(intent.order) } } };
}

const guardWith = (change: object): Guard =>
  createGuard({ policy: policyFrom({ ...testPolicyFile, ...change }) });
const elsewhere = { chain: 'BSC', token: 'another', decimals: '6' };

interface Wiring {
  intents: readonly Intent['kind'][];
  /** Breaks the rule. */
  change?: (request: GuardRequest) => GuardRequest;
  /** By whose policy the rule is broken. */
  guard?: Guard;
}

const payments = ['swap', 'deposit'] as const;
const moving = [...payments, 'approve', 'revoke', 'boost', 'refund', 'claim'] as const;

const wiring: Readonly<Record<string, Wiring>> = {
  'E07: a fee above the chain’s cap': {
    intents: [...moving, 'cancel'],
    change: (request) => ({ ...request, chain: { ...request.chain, maxNetworkFee: 0n } }),
  },
  'G05: a receiver that is no address': {
    intents: payments,
    change: (request) =>
      withOrder(request, ({ echo }) => ({ echo: { ...echo!, receiver: 'nobody' } })),
  },
  'G06: an order for another amount': {
    intents: payments,
    change: (request) =>
      withOrder(request, ({ echo }) => ({ echo: { ...echo!, srcTokenAmount: '0.000001' } })),
  },
  'G07: an order that promises nothing': {
    intents: payments,
    change: (request) => withOrder(request, () => ({ minOut: 0n })),
  },
  'G08: a route that begins elsewhere': {
    intents: payments,
    change: (request) =>
      withOrder(request, ({ signals }) => ({
        signals: { ...signals!, path: { first: elsewhere, last: elsewhere } },
      })),
  },
  'G09: more than a cap': {
    intents: payments,
    guard: guardWith({ caps: [{ window: 'transaction', usd: '0.01' }] }),
  },
  'G10: a provider that nobody admitted': {
    intents: payments,
    guard: guardWith({ providers: [] }),
  },
  'G10: a refund address that nobody admitted': {
    intents: [...payments, 'approve'],
    change: (request) => ({ ...request, job: { ...request.job, refundAddress: usdc } }),
    guard: createGuard(),
  },
  'G12: a permission for another account': {
    intents: [...moving, 'cancel'],
    change: ({ simulation, ...request }) => ({
      ...request,
      simulation: {
        ...simulation,
        authorityChanges: [{ account: 'ours', what: 'owner', before: 'us', after: 'them' }],
      },
    }),
  },
  'G13: a job that nobody submitted': {
    intents: moving,
    change: (request) => {
      const sealable = { id: 'swap-1' as SwapId, idempotencyKey: 'key-1', job: request.job };
      return { ...request, authenticity: { kind: 'unsealed', sealable } };
    },
  },
  'G14: a warning of the router': {
    intents: payments,
    change: (request) =>
      withOrder(request, ({ signals }) => ({ signals: { ...signals!, warnings: ['HONEYPOT'] } })),
  },
  'G15: a payment that the table of approvals blocks': {
    intents: payments,
    guard: guardWith({ approvals: [{ when: {}, then: 'block' }] }),
  },
};

const cases = families.flatMap((family) =>
  Object.entries(wiring).flatMap(([what, { intents, ...how }]) =>
    intents.map((kind) => ({ family, kind, what, ...how })),
  ),
);

describe('a rule of every family', () => {
  it.each(families.flatMap((family) => payments.map((kind) => [family, kind] as const)))(
    'agrees on %s with a %s that is in order',
    (family, kind) => {
      expect(testGuard.judge(requestFor(family, kind))).toMatchObject({ kind: 'allow' });
    },
  );

  it.each(cases)(
    'objects on $family, for $kind, to $what',
    ({ family, kind, what, change = (same) => same, guard = testGuard }) => {
      const verdict = guard.judge(change(requestFor(family, kind)));
      const fired = verdict.kind === 'allow' ? [] : verdict.findings.map(({ rule }) => rule);
      const isRefused = definitions[family].guard.rules[kind] === 'refused';
      expect(fired).toContain(isRefused ? 'DECODE' : what.slice(0, 3));
    },
  );
});
