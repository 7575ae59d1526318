import { describe, expect, it, vi } from 'vitest';
import type { Cap } from '../../../src/core/caps/cap.ts';
import { chainRegistry } from '../../../src/core/swap/chains.ts';
import { closeBehindGate } from '../../../src/executor/gate/close-behind-gate.ts';
import { createGate, type GateParts } from '../../../src/executor/gate/create-gate.ts';
import {
  requireOpenNetwork,
  requireProvenNetwork,
} from '../../../src/executor/gate/gate-signer.ts';
import { closedPolicy } from '../../../src/guard/policy/read-guard-policy.ts';
import { gateSetupOf } from '../../../src/open-chains.ts';
import type { ChainAdapter } from '../../../src/ports/chain-adapter.ts';
import type { EndpointProof } from '../../../src/ports/network-proof.ts';
import type { SigningRequest } from '../../../src/ports/signer.ts';
import { aSnapshot, aSwap } from '../../support/snapshot.ts';

const ethereum = {
  id: '1',
  genesis: '0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3',
};
const cap: Cap = { name: 'a day', window: 'day', bound: { unit: 'usd', usdE18: 1n } };

type Options = Parameters<typeof gateSetupOf>[0];

/** Options that leave nothing to wish on Ethereum. */
const complete: Options = {
  databaseUrl: 'postgres://localhost/journal',
  redisUrl: 'redis://localhost',
  guardPolicy: {
    ...closedPolicy,
    caps: [cap],
    prices: {
      ...closedPolicy.prices,
      tokens: [
        { chain: 'ETH', token: 'native', class: 'major', sources: [{ kind: 'static', usd: '1' }] },
      ],
    },
  },
  signer: { socket: '/run/ferryman/signer.sock' },
};

function world(options: Options = complete, change: Partial<GateParts> = {}) {
  let now = 1_000_000;
  let answer: () => Promise<EndpointProof[]> = async () =>
    ['one.example', 'two.example'].map((host) => ({ host, kind: 'proven', network: ethereum }));
  const proveNetwork = vi.fn(() => answer());
  const sign = vi.fn(async () => ({
    kind: 'signed' as const,
    signed: { chain: 'ETH', txId: '0x1', bytes: '0x2' },
  }));
  const adapter = {
    chain: chainRegistry.ETH!,
    proveNetwork,
    endpoints: () => ['one.example', 'two.example'].map((host) => ({ host, used: true, lag: 0n })),
  } as unknown as ChainAdapter;
  const gate = createGate({
    signs: true,
    chains: new Map([['ETH', adapter]]),
    setup: gateSetupOf(options),
    clock: { now: () => now },
    clockOf: () => ({ kind: 'read', host: 'one.example', atLeastOffMs: 0 }),
    walletsOf: async () => [{ name: 'treasury' }],
    ...change,
  });
  return {
    gate,
    proveNetwork,
    sign,
    answers(next: () => Promise<EndpointProof[]>) {
      answer = next;
    },
    passes(ms: number) {
      now += ms;
    },
  };
}

const silent: EndpointProof = {
  host: 'one.example',
  kind: 'silent',
  code: 'RPC_UNAVAILABLE',
  reason: 'down',
};

const without = (change: Partial<Options>): Options => ({ ...complete, ...change });

describe('the gate before a real network', () => {
  it('is open when all holds', async () => {
    const { gate } = world();
    expect(await gate.stopOn('ETH')).toBeUndefined();
  });

  it.each<[string, Options, Partial<GateParts>?]>([
    ['SERVER_FORM', without({ databaseUrl: undefined } as never)],
    ['SERVER_FORM', without({ redisUrl: undefined } as never)],
    ['CAPS', without({ guardPolicy: { ...complete.guardPolicy!, caps: [] } })],
    ['PRICES', without({ guardPolicy: { ...complete.guardPolicy!, prices: closedPolicy.prices } })],
    ['SEPARATE_SIGNER', without({ signer: {} })],
    [
      'CLOCK',
      complete,
      { clockOf: () => ({ kind: 'read', host: 'one.example', atLeastOffMs: 5_000 }) },
    ],
    ['WALLETS', complete, { walletsOf: async () => [] }],
  ])('is closed by %s alone (case %#)', async (condition, options, change) => {
    const { gate } = world(options, change);
    const stop = await gate.stopOn('ETH');
    expect(stop?.code).toBe('NETWORK_CLOSED');
    expect(stop?.message).toContain(condition);
    expect((await gate.report())[0]?.faults.map((fault) => fault.condition)).toEqual([condition]);
    // A cancel may be signed: the network is the configured one.
    expect(await gate.strangeNetworkOf('ETH')).toBeUndefined();
  });

  it('shares what endpoints have shown, and asks again after a while', async () => {
    const { gate, proveNetwork, passes } = world();
    await Promise.all([gate.stopOn('ETH'), gate.stopOn('ETH'), gate.report()]);
    expect(proveNetwork).toHaveBeenCalledTimes(1);
    passes(60_001);
    await gate.stopOn('ETH');
    expect(proveNetwork).toHaveBeenCalledTimes(2);
  });

  it('does not take an outage for another network', async () => {
    const { gate, answers, passes } = world();
    expect(await gate.stopOn('ETH')).toBeUndefined();
    answers(async () => [silent, { ...silent, host: 'two.example' }]);
    passes(60_001);
    expect(await gate.stopOn('ETH')).toBeUndefined();
  });

  it('closes when an endpoint begins to serve another network', async () => {
    const { gate, answers, passes } = world();
    expect(await gate.stopOn('ETH')).toBeUndefined();
    answers(async () => [{ host: 'one.example', kind: 'proven', network: { id: '5' } }]);
    passes(60_001);
    expect((await gate.stopOn('ETH'))?.code).toBe('NETWORK_CLOSED');
    expect(await gate.strangeNetworkOf('ETH')).toBeDefined();
  });

  it('lets a signer of its own sign cancels alone while it is closed', async () => {
    const { gate, sign } = world(without({ guardPolicy: closedPolicy }));
    const gated = requireOpenNetwork({ sign }, gate);
    const signing = (...kinds: string[]) =>
      gated.sign({
        unsigned: { chain: 'ETH' },
        parts: kinds.map((kind) => ({ intent: { kind } })),
      } as unknown as SigningRequest);
    for (const kinds of [['swap'], ['approve'], ['cancel', 'swap']])
      await expect(signing(...kinds)).rejects.toMatchObject({
        code: 'NETWORK_CLOSED',
        message: expect.stringMatching(/CAPS.*PRICES/),
      });
    expect(sign).not.toHaveBeenCalled();
    await signing('cancel');
    expect(sign).toHaveBeenCalledTimes(1);
  });

  it('lets nothing be signed, not even a cancel, until an endpoint has shown its network', async () => {
    const { gate, sign, answers, passes } = world();
    answers(async () => [silent]);
    const gated = requireProvenNetwork({ sign }, gate);
    const signing = () => gated.sign({ unsigned: { chain: 'ETH' } } as SigningRequest);
    await expect(signing()).rejects.toMatchObject({ code: 'NETWORK_UNPROVEN', next: 'retry' });
    expect(sign).not.toHaveBeenCalled();
    answers(async () => [{ host: 'one.example', kind: 'proven', network: ethereum }]);
    passes(1_001);
    await signing();
    expect(sign).toHaveBeenCalledTimes(1);
  });
});

it('shows a closed gate as a stop, which an operator’s own stop precedes', async () => {
  const { gate } = world(without({ signer: {} }));
  const snapshot = aSnapshot({ swap: aSwap() });
  const stopped = { code: 'SIGNING_STOPPED', message: 'a person stopped it' } as const;
  const journal = (shown: object): Parameters<typeof closeBehindGate>[0] => ({
    snapshot: async () => ({ ...snapshot, ...shown }),
    lockAndRead: async () => ({ ...snapshot, ...shown }),
    stopOfSignature: async () => undefined,
    findStop: async () => undefined,
  });
  const { from } = snapshot.swap.job;
  expect(from.chain).toBe('ETH');
  const gated = closeBehindGate(journal({}), gate);
  expect((await gated.lockAndRead(snapshot.swap.id, 'holder', 1))?.stopped?.code).toBe(
    'NETWORK_CLOSED',
  );
  expect((await gated.snapshot(snapshot.swap.id))?.stopped?.code).toBe('NETWORK_CLOSED');
  const own = closeBehindGate(journal({ stopped }), gate);
  expect((await own.snapshot(snapshot.swap.id))?.stopped).toEqual(stopped);
});
