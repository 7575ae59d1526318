import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EvmChainName } from '../../sandbox/endpoints.ts';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import type { FundsState, Leg, SwapState } from '../../src/core/swap/swap.ts';
import type { SwapView } from '../../src/ports/stores/swap-store.ts';
import {
  fund,
  oneEther,
  startTestFerryman,
  submitJob,
  type TestFerryman,
  tokenOf,
} from '../support/harness.ts';
import { tamperingRouter } from '../support/tampering-router.ts';
import { tellSandbox } from '../support/tell-sandbox.ts';
import { until } from '../support/until.ts';

interface Journey {
  provider: string;
  /** What the routing service says on the way. */
  says: string;
  to?: EvmChainName;
  state: SwapState;
  fundsState: FundsState;
  reason?: string;
  leg?: Partial<Leg>;
  /** Steps that were signed. */
  signed?: string[];
}

const onPolygon = { chain: 'POLYGON', role: 'payout' } as const;
const paid = ['approve', 'swap'];

/** Every status that a routing service gives, met by a swap through a provider that behaves so. */
const journeys: Journey[] = [
  {
    provider: 'across',
    says: 'SUCCESS',
    state: 'settled',
    fundsState: 'moved',
    leg: { ...onPolygon, level: 'verified' },
  },
  {
    provider: 'stargate_v2',
    says: 'LONG_PENDING',
    state: 'settled',
    fundsState: 'moved',
    leg: { ...onPolygon, level: 'verified' },
  },
  {
    provider: 'orbiter_bridge',
    says: 'NOT_FOUND',
    state: 'settled',
    fundsState: 'moved',
    leg: { ...onPolygon, level: 'verified' },
  },
  {
    provider: 'symbiosis',
    says: 'REVERTED',
    state: 'refunded',
    fundsState: 'returned',
    leg: { chain: 'ETH', role: 'refund', level: 'inferred' },
  },
  {
    provider: 'celer_bridge',
    says: 'REVERT',
    state: 'refunded',
    fundsState: 'returned',
    leg: { chain: 'ETH', role: 'refund', level: 'verified' },
    signed: [...paid, 'refund'],
  },
  {
    provider: 'arbitrum',
    says: 'READY_TO_CLAIM',
    to: 'ARBITRUM',
    state: 'settled',
    fundsState: 'moved',
    leg: { chain: 'ARBITRUM', role: 'payout', level: 'verified' },
    signed: [...paid, 'claim'],
  },
  {
    provider: 'multichain',
    says: 'REVERTED',
    state: 'refunded',
    fundsState: 'moved',
    reason: 'PAID_IN_OTHER_TOKEN',
    leg: { ...onPolygon, level: 'router-reported' },
  },
  {
    provider: 'xy',
    says: 'FAIL',
    state: 'needs_review',
    fundsState: 'unknown',
    reason: 'ROUTER_STATUS_NEEDS_PERSON',
  },
  {
    provider: 'wanchain_bridge',
    says: 'INDETERMINATE',
    state: 'needs_review',
    fundsState: 'unknown',
    reason: 'ROUTER_STATUS_NEEDS_PERSON',
  },
  {
    provider: 'router',
    says: 'PENDING',
    state: 'needs_review',
    fundsState: 'in_flight',
    reason: 'SETTLEMENT_OVERDUE',
  },
  {
    provider: 'meson',
    says: 'SUCCESS',
    state: 'needs_review',
    fundsState: 'unknown',
    reason: 'SETTLEMENT_DISPUTED',
  },
];

/** Someone has to act at the provider's; then the swap goes on by itself. */
const held = [
  ['retro_bridge', 'KYC_REQUIRED'],
  ['xflows', 'WAITING_FOR_TRUSTLINE'],
  ['tele_swap', 'WAITING_FOR_REFUND_TRUSTLINE'],
] as const;

describe.concurrent('every status of the routing service', () => {
  let sandbox: Sandbox;
  let one: TestFerryman;
  const wallets = [
    ...journeys.map(({ provider }) => provider),
    ...held.map(([provider]) => provider),
  ];

  beforeAll(async () => {
    sandbox = await startSandbox({ otherChains: [] });
    one = await startTestFerryman({
      endpoints: sandbox.endpoints,
      wallets,
      policy: { reviewAfter: 5_000, reviewAfterTimes: 0 },
    });
  });
  afterAll(async () => {
    await one?.close();
    await sandbox?.close();
  });

  const token = (chain: EvmChainName) => tokenOf(sandbox.endpoints, chain, 'USDC');

  async function pay(
    by: TestFerryman,
    provider: string,
    to: EvmChainName = 'POLYGON',
  ): Promise<SwapId> {
    const wallet = by.wallets[provider] ?? '';
    await fund(
      sandbox.endpoints,
      'ETH',
      wallet,
      tokenOf(sandbox.endpoints, 'ETH', 'native'),
      oneEther,
    );
    await fund(sandbox.endpoints, to, wallet, tokenOf(sandbox.endpoints, to, 'native'), oneEther);
    await fund(sandbox.endpoints, 'ETH', wallet, token('ETH'), 100_000_000n);
    const { swap } = await submitJob(by.ferryman, {
      wallet: provider,
      from: { chain: 'ETH', token: token('ETH') },
      to: { chain: to, token: token(to) },
      amount: '100',
      receiver: privateKeyToAccount(generatePrivateKey()).address,
      slippageBps: 100,
      providers: { allow: [provider] },
    });
    return swap.id;
  }

  async function reached(
    by: TestFerryman,
    id: SwapId,
    wanted: { state: SwapState; reason?: string },
  ): Promise<SwapView> {
    let view: SwapView | undefined;
    await until(async () => {
      view = await by.ferryman.journal.findSwap(id);
      return view?.swap.state === wanted.state && view.swap.reason?.code === wanted.reason;
    });
    return view as SwapView;
  }

  async function eventsOf(id: SwapId, type: string) {
    return (await one.ferryman.journal.events(id)).filter((event) => event.type === type);
  }

  it.each(journeys)(
    '$says by $provider ends as $state, $fundsState',
    async ({ provider, says, to, leg, ...wanted }) => {
      const id = await pay(one, provider, to);
      const { swap } = await reached(one, id, wanted);
      expect(swap.fundsState).toBe(wanted.fundsState);
      expect(swap.legs).toEqual(leg ? [expect.objectContaining(leg)] : []);
      expect((await eventsOf(id, 'status_received')).map(({ data }) => data.status)).toContain(
        says,
      );
      const signed = await eventsOf(id, 'attempt_committed');
      expect(signed.map(({ data }) => data.step)).toEqual(wanted.signed ?? paid);
    },
  );

  it.each([
    ['refund', 'celer_bridge', 'POLYGON', 'REVERT'],
    ['claim', 'arbitrum', 'ARBITRUM', 'READY_TO_CLAIM'],
  ] as const)(
    'signs no %s that a router bent, and leaves it to a person',
    async (_kind, provider, to, says) => {
      const router = await tamperingRouter(sandbox.endpoints.router.url);
      router.bendRecoveries();
      const bent = await startTestFerryman({
        endpoints: sandbox.endpoints,
        wallets: [provider],
        routerUrl: router.url,
      });
      try {
        const id = await pay(bent, provider, to);
        const { swap } = await reached(bent, id, {
          state: 'needs_review',
          reason: 'GUARD_REJECTED',
        });
        expect(swap).toMatchObject({ fundsState: 'in_flight', routerStatus: { status: says } });
        const signed = (await bent.ferryman.journal.events(id)).filter(
          ({ type }) => type === 'attempt_committed',
        );
        expect(signed.map(({ data }) => data.step)).toEqual(paid);
      } finally {
        await bent.close();
        await router.close();
      }
    },
  );

  it.each(held)(
    '%s asks for a person on %s, and settles once it is let go',
    async (provider, says) => {
      const id = await pay(one, provider);
      const { swap } = await reached(one, id, {
        state: 'needs_review',
        reason: 'ROUTER_STATUS_NEEDS_PERSON',
      });
      expect(swap).toMatchObject({ fundsState: 'in_flight', routerStatus: { status: says } });
      // The provider reports a deposit before it holds it.
      await until(async () => {
        await tellSandbox(sandbox.endpoints.control.url, `/providers/${provider}`, {
          release: true,
        });
        return (await one.ferryman.journal.findSwap(id))?.swap.state === 'settled';
      });
      const settled = await reached(one, id, { state: 'settled' });
      expect(settled.swap).toMatchObject({ fundsState: 'moved', legs: [{ level: 'verified' }] });
    },
  );
});
