import { isNativeToken } from '../../../../core/swap/chains.ts';
import { aboutFee, findingsOf, type Rule, reject, requote } from '../../../../guard/rule.ts';
import { valueFindings } from '../../../../guard/rules/e06-value.ts';
import type { TonEffects } from '../effects.ts';

/**
 * Nanotons that a message may bring for what its receivers' transactions cost, and all of them
 * together. What is left over comes back.
 */
export const maxGasOfMessage = 500_000_000n;
const maxGas = 1_000_000_000n;

/**
 * N03. The coins sent along are the amount, where that is coins, the fees that the order declares,
 * as E06 has it on EVM, and a little for gas. All of it may be used up, so the job's maximum fee
 * bounds it too.
 */
export const tonValue: Rule<TonEffects> = {
  id: 'N03',
  check(effects, request) {
    const { job, chain, feeSpent } = request;
    const { calls, value, maximumFee } = effects;
    const sold = isNativeToken(chain, job.from.token) ? job.amount : 0n;
    const ofAll = BigInt(calls.length) * maxGasOfMessage;
    const gas = ofAll < maxGas ? ofAll : maxGas;
    const beside = value - sold;
    return [
      ...valueFindings({ ...effects, value: value > gas ? value - gas : 0n }, request),
      ...findingsOf(
        value < sold && reject('less coins are sent than the job gives', { value, amount: sold }),
        job.maxFee !== undefined &&
          feeSpent + maximumFee + beside > job.maxFee &&
          aboutFee(
            requote('the coins for gas and the fees may be above the job’s', {
              feeSpent,
              maximumFee,
              beside,
            }),
          ),
      ),
    ];
  },
};
