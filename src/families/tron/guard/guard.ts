import type { FamilyGuard } from '../../../guard/family-guard.ts';
import { fault, type ReadPlainPayment, textOf } from '../../../guard/plain-payment.ts';
import { readCallPayment } from '../../../guard/read-call-payment.ts';
import { depositRules } from '../../../guard/rules/d01-to-d05-deposit.ts';
import { networkFee } from '../../../guard/rules/e07-network-fee.ts';
import { recipients } from '../../../guard/rules/g10-recipients.ts';
import { simulation } from '../../../guard/rules/g12-simulation.ts';
import { rulesOfEveryPayment } from '../../../guard/rules/of-every-payment.ts';
import { tronAddressOf } from '../formats/address.ts';
import { decodeTron } from './decode.ts';
import type { TronEffects } from './effects.ts';
import { tronEnvelope } from './rules/t01-envelope.ts';
import { tronAssembly } from './rules/t02-assembly.ts';
import { tronCall } from './rules/t03-call.ts';
import { tronFeeLimit } from './rules/t04-fee-limit.ts';
import { tronValue } from './rules/t05-value.ts';
import { tronExpiry } from './rules/t06-expiry.ts';

const readPlainPayment: ReadPlainPayment<TronEffects> = (effects, { chain }) => {
  const { contractType, tokenValue, tokenId, data } = effects;
  const isTransfer = contractType === 'TransferContract';
  if (tokenValue !== 0n || tokenId !== 0n) return fault('the bytes send TRC-10 tokens');
  // A contract that gets coins without calldata could do anything with them.
  if (isTransfer !== (data === '0x'))
    return fault(
      'the bytes must transfer coins if they have no calldata, and call a contract if they do',
    );
  return readCallPayment(effects, chain, { memo: textOf(effects.memo), addressOf: tronAddressOf });
};

/** The rules for the family's transactions. Findings appear in the order of the rules. */
export const tronGuard: FamilyGuard<TronEffects> = {
  decode: ({ unsigned, simulation }) => decodeTron(unsigned, simulation),
  rules: {
    swap: [
      networkFee,
      ...rulesOfEveryPayment,
      simulation,
      tronEnvelope,
      tronAssembly,
      tronCall,
      tronFeeLimit,
      tronValue,
      tronExpiry,
    ],
    deposit: [
      networkFee,
      ...rulesOfEveryPayment,
      simulation,
      ...depositRules(readPlainPayment),
      tronEnvelope,
      tronAssembly,
      tronFeeLimit,
      tronExpiry,
    ],
    approve: [
      networkFee,
      simulation,
      tronEnvelope,
      tronCall,
      tronFeeLimit,
      tronValue,
      tronExpiry,
      recipients,
    ],
    revoke: [networkFee, simulation, tronEnvelope, tronCall, tronFeeLimit, tronValue, tronExpiry],
    cancel: [networkFee, simulation, tronEnvelope, tronFeeLimit, tronExpiry],
    boost: 'refused',
    refund: [
      networkFee,
      simulation,
      tronEnvelope,
      tronAssembly,
      tronCall,
      tronFeeLimit,
      tronValue,
      tronExpiry,
    ],
    claim: [
      networkFee,
      simulation,
      tronEnvelope,
      tronAssembly,
      tronCall,
      tronFeeLimit,
      tronValue,
      tronExpiry,
    ],
  },
};
