import { describe, expect, it } from 'vitest';
import type { Cap } from '../../../src/core/caps/cap.ts';
import { findGateFaults, type GateFacts } from '../../../src/core/gate/conditions.ts';
import { chainRegistry } from '../../../src/core/swap/chains.ts';

const cap: Cap = { name: 'a day', window: 'day', bound: { unit: 'usd', usdE18: 5n * 10n ** 18n } };

/** Everything that a real network demands. */
const open: GateFacts = {
  chain: chainRegistry.ETH!,
  standing: { kind: 'real', network: { id: '1' } },
  journal: 'server',
  queue: 'server',
  caps: [cap],
  pricedTokens: 1,
  hosts: ['one.example', 'two.example'],
  hasSeparateSigner: true,
  acceptedRisks: [],
  clock: { kind: 'read', host: 'one.example', atLeastOffMs: 0 },
  wallets: [{ name: 'treasury' }],
};

const missingIn = (change: Partial<GateFacts>): string[] =>
  findGateFaults({ ...open, ...change }).map(({ condition }) => condition);

describe('a real network', () => {
  it('opens when all conditions hold', () => {
    expect(missingIn({})).toEqual([]);
  });

  it.each<[string, Partial<GateFacts>]>([
    ['NETWORK_PROVEN', { standing: { kind: 'unproven' } }],
    [
      'NETWORK_PROVEN',
      {
        standing: {
          kind: 'contradicted',
          host: 'one.example',
          shown: { id: '5' },
          expected: { id: '1' },
        },
      },
    ],
    ['SERVER_FORM', { journal: 'embedded' }],
    ['SERVER_FORM', { queue: 'embedded' }],
    ['CAPS', { caps: [] }],
    ['CAPS', { caps: [{ ...cap, bound: { unit: 'usd', usdE18: 0n } }] }],
    ['CAPS', { caps: [{ ...cap, bound: { unit: 'amount', amount: '0.000' } }] }],
    ['CAPS', { caps: [{ ...cap, bound: { unit: 'count', count: 3 } }] }],
    ['CAPS', { caps: [{ ...cap, chain: 'POLYGON' }] }],
    ['CAPS', { caps: [{ ...cap, wallet: 'payroll' }] }],
    ['CAPS', { caps: [{ ...cap, token: 'native' }] }],
    ['CAPS', { caps: [{ ...cap, provider: 'Across' }] }],
    ['CAPS', { caps: [{ ...cap, rule: 'dca' }] }],
    ['CAPS', { caps: [{ ...cap, each: 'rule' }] }],
    ['PRICES', { pricedTokens: 0 }],
    ['TWO_HOSTS', { hosts: ['one.example'] }],
    ['TWO_HOSTS', { hosts: ['one.example:8545', 'one.example:8546', 'ONE.example'] }],
    ['SEPARATE_SIGNER', { hasSeparateSigner: false }],
    ['CLOCK', { clock: { kind: 'unknown' } }],
    ['CLOCK', { clock: { kind: 'read', host: 'one.example', atLeastOffMs: 1_001 } }],
    ['CLOCK', { clock: { kind: 'read', host: 'one.example', atLeastOffMs: -1_001 } }],
    ['WALLETS', { wallets: [] }],
    [
      'WALLETS',
      { wallets: [{ name: 'treasury' }, { name: 'trial', fault: 'it is for the network -3' }] },
    ],
  ])('stays closed by %s alone (case %#)', (condition, change) => {
    const faults = findGateFaults({ ...open, ...change });
    expect(faults.map((one) => one.condition)).toEqual([condition]);
    expect(faults[0]?.message).not.toBe('');
    expect(faults[0]?.fix).not.toBe('');
  });

  it('opens with keys beside the workers if that risk is accepted by its name', () => {
    const change = { hasSeparateSigner: false, acceptedRisks: ['keys-beside-workers'] } as const;
    expect(missingIn(change)).toEqual([]);
  });

  it('says all that is missing at once', () => {
    expect(missingIn({ journal: 'embedded', caps: [], pricedTokens: 0, hosts: [] })).toEqual([
      'SERVER_FORM',
      'CAPS',
      'PRICES',
      'TWO_HOSTS',
    ]);
  });
});

it('demands nothing of an exempt network', () => {
  const network = { kind: 'sandbox', title: 'the sandbox', id: '7700001' } as const;
  expect(missingIn({ standing: { kind: 'exempt', network }, caps: [], wallets: [] })).toEqual([]);
});
