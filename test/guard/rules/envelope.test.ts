import { describe, expect, it } from 'vitest';
import { evmNativeToken } from '../../../src/families/evm/formats/chain.ts';
import { objects } from '../objects.ts';
import { aSwapRequest, attacker, judged } from '../scenario.ts';
import { crossChain } from '../special-swaps.ts';

describe('envelope', () => {
  objects([
    {
      rule: 'E01',
      what: 'bytes for another chain',
      request: () => aSwapRequest({ bytes: { chainId: 56 } }),
    },
    {
      rule: 'E01',
      what: 'legacy bytes without a chain id, valid everywhere',
      request: () =>
        aSwapRequest({
          bytes: {
            type: 'legacy',
            chainId: undefined,
            gasPrice: 1n,
            maxFeePerGas: undefined,
            maxPriorityFeePerGas: undefined,
          },
        }),
    },
    {
      rule: 'E01',
      what: 'another nonce than the leased one',
      request: () => aSwapRequest({ bytes: { nonce: 8 } }),
    },
    {
      rule: 'E01',
      what: 'an access list',
      request: () =>
        aSwapRequest({ bytes: { accessList: [{ address: attacker, storageKeys: [] }] } }),
    },
    {
      rule: 'E01',
      what: 'bytes of another account',
      request: () =>
        aSwapRequest({ request: { unsigned: { ...aSwapRequest().unsigned, account: attacker } } }),
    },
    {
      rule: 'E01',
      what: 'a lease that is not of the job’s wallet',
      request: () =>
        aSwapRequest({
          job: { wallet: { ...aSwapRequest().job.wallet, address: attacker } },
          order: {
            echo: {
              ...crossChain.echo,
              dstTokenBlockchain: 'ETH',
              dstTokenAddress: evmNativeToken,
              fromAddress: attacker,
            },
          },
        }),
    },
  ]);

  it('rejects a delegation of the account (EIP-7702)', () => {
    const authorizationList = [
      {
        address: attacker,
        chainId: 1,
        nonce: 8,
        r: `0x${'11'.repeat(32)}`,
        s: `0x${'22'.repeat(32)}`,
        yParity: 0,
      },
    ];
    expect(judged(aSwapRequest({ bytes: { type: 'eip7702', authorizationList } }))).toEqual({
      kind: 'reject',
      fired: ['E01'],
    });
  });

  it('rejects the creation of a contract', () => {
    const { kind, fired } = judged(aSwapRequest({ bytes: { to: undefined, data: '0x60806040' } }));
    expect(kind).toBe('reject');
    expect(fired).toContain('E01');
  });
});
