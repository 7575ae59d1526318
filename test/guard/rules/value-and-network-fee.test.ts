import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { chainRegistry } from '../../../src/core/swap/chains.ts';
import type { Job } from '../../../src/core/swap/job.ts';
import { ofFamily } from '../../../src/core/swap/of-family.ts';
import { reportFindings } from '../../../src/executor/effects/report-findings.ts';
import { evmNativeToken } from '../../../src/families/evm/formats/chain.ts';
import { evmChains } from '../../../src/families/evm/formats/registry/evm-chains.ts';
import type { GuardRequest } from '../../../src/ports/guard.ts';
import { testGuard } from '../../support/guard-policy.ts';
import { solanaToken, tonJettons } from '../deposit/scenario.ts';
import { objects } from '../objects.ts';
import { aCancelRequest, account, aSwapRequest, judged } from '../scenario.ts';
import { measured, native, nativeSwap } from '../special-swaps.ts';

describe('value and fees', () => {
  const ethereum = chainRegistry.ETH!;
  const chain = { ...ethereum, maxNetworkFee: 10n ** 15n };
  const opStack = { surcharge: evmChains.BASE!.fees.surcharge! };
  objects([
    {
      rule: 'E06',
      what: 'coins with a token swap that declares none',
      request: () =>
        aSwapRequest({ call: { value: 1n }, simulation: measured(account, evmNativeToken, -1n) }),
    },
    {
      rule: 'E06',
      what: 'more coins than amount and declared fee',
      request: () => nativeSwap(10n ** 18n + 6n, 5n),
    },
    {
      rule: 'E06',
      what: 'a declared fee above the chain’s cap',
      request: () => nativeSwap(10n ** 18n, ethereum.maxDeclaredFee + 1n),
    },
    {
      rule: 'E07',
      kind: 'requote',
      what: 'a network fee above the chain’s cap',
      request: () => aSwapRequest({ request: { chain } }),
    },
    {
      rule: 'E07',
      kind: 'requote',
      what: 'a network fee above the job’s',
      request: () => aSwapRequest({ job: { maxFee: 10n ** 15n } }),
    },
    {
      rule: 'E07',
      kind: 'requote',
      what: 'a cancel above the chain’s cap',
      request: () => ({ ...aCancelRequest(), chain }),
    },
  ]);

  describe('on a chain that takes something beside gas', () => {
    const fees = { ...ofFamily(ethereum, 'evm').fees, ...opStack };
    /** An estimate with so many wei beside gas, or none. */
    const estimated = (surcharge?: bigint, job: Partial<Job> = {}): GuardRequest => {
      const request = aSwapRequest({ job });
      const fee = { ...ofFamily(request.unsigned.fee, 'evm'), ...(surcharge ? { surcharge } : {}) };
      return {
        ...request,
        chain: { ...ofFamily(request.chain, 'evm'), fees },
        unsigned: { ...request.unsigned, fee },
      };
    };
    const gas = 300_000n * 20n * 10n ** 9n;
    objects([
      {
        rule: 'E07',
        kind: 'requote',
        what: 'gas and what is taken beside it above the chain’s cap',
        request: () => estimated(ethereum.maxNetworkFee - gas + 1n),
      },
      {
        rule: 'E07',
        kind: 'requote',
        what: 'gas and what is taken beside it above the job’s maximum',
        request: () => estimated(6n, { maxFee: gas + 5n }),
      },
      { rule: 'E08', what: 'an estimate without it', request: () => estimated() },
      {
        rule: 'E08',
        what: 'an estimate below nothing, which would hide as much gas from the cap',
        request: () => estimated(-1n),
      },
    ]);

    it('allows what both bounds allow', () => {
      expect(judged(estimated(ethereum.maxNetworkFee - gas)).kind).toBe('allow');
      expect(judged(estimated(5n, { maxFee: gas + 5n })).kind).toBe('allow');
    });
  });

  describe('a gas limit', () => {
    const asks = (gas: bigint) =>
      aSwapRequest({ bytes: { gas, maxFeePerGas: 10n ** 9n, maxPriorityFeePerGas: 1n } });
    objects([
      {
        rule: 'E08',
        kind: 'requote',
        what: 'more gas than a transaction may have',
        request: () => asks(16_777_217n),
      },
    ]);

    it('may be all that a transaction may have', () => {
      expect(judged(asks(16_777_216n)).kind).toBe('allow');
    });
  });

  it('counts declared and network fee together against the job', () => {
    const networkFee = 300_000n * 20n * 10n ** 9n;
    const job = { ...native.job, maxFee: networkFee + 5n };
    const withFee = (declaredFee: bigint) => ({
      ...nativeSwap(10n ** 18n, declaredFee),
      job: { ...nativeSwap(0n).job, ...job },
    });
    expect(judged(withFee(5n))).toEqual({ kind: 'allow', fired: [] });
    expect(judged(withFee(6n))).toEqual({ kind: 'requote', fired: ['E07'] });
  });

  it('counts what the swap has paid already against the job, and not against the cap', () => {
    const networkFee = 300_000n * 20n * 10n ** 9n;
    const paid = (feeSpent: bigint) =>
      aSwapRequest({ job: { maxFee: networkFee + 5n }, request: { feeSpent } });
    expect(judged(paid(5n))).toEqual({ kind: 'allow', fired: [] });
    expect(judged(paid(6n))).toEqual({ kind: 'requote', fired: ['E07'] });
    expect(judged(aSwapRequest({ request: { feeSpent: ethereum.maxNetworkFee } })).kind).toBe(
      'allow',
    );
  });

  /** The message that the swap shows. */
  const reasonOf = (request: GuardRequest) => {
    const verdict = testGuard.judge(request);
    if (verdict.kind === 'allow') return expect.unreachable('it was allowed');
    return reportFindings({ logger: pino({ level: 'silent' }) }, request.intent.kind, { verdict });
  };

  it('are too high, and nothing is wrong with the transaction, where the job allows less than the order declares', () => {
    const request = nativeSwap(10n ** 18n + 5n, 5n);
    const tight = { ...request, job: { ...request.job, maxFee: 4n } };
    expect(reasonOf(tight)).toMatchObject({
      verdict: 'reject',
      reason: {
        code: 'FEE_TOO_HIGH',
        message: expect.stringMatching(/E06: .*above the job’s maximum of/),
      },
    });
    const bent = nativeSwap(10n ** 18n + 6n, 5n);
    expect(reasonOf({ ...bent, job: tight.job }).reason.code).toBe('GUARD_REJECTED');
    expect(reasonOf(nativeSwap(10n ** 18n, ethereum.maxDeclaredFee + 1n)).reason.code).toBe(
      'GUARD_REJECTED',
    );
  });

  it('are waited for where the network asks for more than the job allows, and so is what goes along with a deposit', () => {
    for (const request of [
      aSwapRequest({ job: { maxFee: 10n ** 15n } }),
      tonJettons({}, {}, { job: { maxFee: 50_000_000n } }),
      solanaToken({}, { job: { maxFee: 1_000_000n } }),
    ]) {
      expect(reasonOf(request)).toMatchObject({
        verdict: 'requote',
        reason: { code: 'FEE_TOO_HIGH' },
      });
    }
  });

  it('says by how much, in the coin that the job’s maximum is in', () => {
    const told = (request: GuardRequest) => {
      const verdict = testGuard.judge(request);
      return verdict.kind === 'allow' ? [] : verdict.findings.map(({ message }) => message);
    };
    expect(told(aSwapRequest({ request: { chain } }))).toEqual([
      'the network fee may reach 0.006 ETH, above the chain’s cap of 0.001 ETH',
    ]);
    const feeSpent = 2n * 10n ** 15n;
    expect(told(aSwapRequest({ job: { maxFee: 7n * 10n ** 15n }, request: { feeSpent } }))).toEqual(
      [
        'the fees may reach 0.008 ETH, 0.002 ETH of them paid already, above the job’s maximum of 0.007 ETH',
      ],
    );
  });
});
