import { lowerOf } from '../../../../core/amounts/lower-of.ts';
import { isNativeToken } from '../../../../core/swap/chains.ts';
import { aboutFee, findingsOf, type Rule, reject, requote } from '../../../../guard/rule.ts';
import { valueFindings } from '../../../../guard/rules/e06-value.ts';
import type { TonEffects } from '../effects.ts';

/** Nanotons for the receivers' gas, per message and in total. The excess comes back. */
export const maxGasOfMessage = 500_000_000n;
const maxGas = 1_000_000_000n;

/**
 * N03. The messages carry the amount, if the job gives coins, the fees that the order declares (as
 * E06 on EVM), and a little gas for those that ask a contract for something: a plain payment needs
 * none. The receivers may use all of it, so the job's maximum fee also limits fees and gas.
 */
export const tonValue: Rule<TonEffects> = {
  id: 'N03',
  check(effects, request) {
    const { job, chain, feeSpent } = request;
    const { calls, value, maximumFee } = effects;
    const sold = isNativeToken(chain, job.from.token) ? job.amount : 0n;
    const asking = calls.filter(({ body }) => body.kind !== 'empty' && body.kind !== 'comment');
    const gas = lowerOf(BigInt(asking.length) * maxGasOfMessage, maxGas);
    const beside = value - sold;
    return [
      ...valueFindings({ ...effects, value: value > gas ? value - gas : 0n }, request),
      ...findingsOf(
        value < sold &&
          reject('the messages send fewer coins than the job gives', { value, amount: sold }),
        job.maxFee !== undefined &&
          feeSpent + maximumFee + beside > job.maxFee &&
          aboutFee(
            requote('gas and fees may exceed the job’s maximum fee', {
              feeSpent,
              maximumFee,
              beside,
            }),
          ),
      ),
    ];
  },
};
