import { ofFamily } from '../../../core/swap/of-family.ts';
import { changesOf, type Decodable } from '../../../guard/decodable.ts';
import type { DecodedEffects } from '../../../guard/effects.ts';
import type { FamilyGuard } from '../../../guard/family-guard.ts';
import { fault, type ReadPlainPayment, textOf } from '../../../guard/plain-payment.ts';
import type { Rule } from '../../../guard/rule.ts';
import { depositRules } from '../../../guard/rules/d01-to-d05-deposit.ts';
import { networkFee } from '../../../guard/rules/e07-network-fee.ts';
import { recipients } from '../../../guard/rules/g10-recipients.ts';
import { simulation } from '../../../guard/rules/g12-simulation.ts';
import { rulesOfEveryPayment } from '../../../guard/rules/of-every-payment.ts';
import { bitcoinAddressOf, parseBitcoinAddress } from '../formats/address.ts';
import { ownScriptsOf } from '../formats/own-scripts.ts';
import { decodeBitcoin } from './decode.ts';
import type { BitcoinEffects } from './effects.ts';
import { bitcoinInputKinds, bitcoinInputs } from './rules/b02-b07-inputs.ts';
import { bitcoinOutputs } from './rules/b05-outputs.ts';
import { bitcoinFee } from './rules/b06-fee.ts';
import { bitcoinFinality } from './rules/b08-finality.ts';

const readPlainPayment: ReadPlainPayment<BitcoinEffects> = ({ paid, value, memos }, { chain }) => {
  const [output, ...more] = paid;
  if (!output || more.length > 0) return fault('it does not pay exactly one output');
  const to = bitcoinAddressOf(output.script, ofFamily(chain, 'bitcoin').network);
  if (to === undefined) return fault('it pays to a script without an address');
  if (memos.count > 0 && !memos.only) return fault('its OP_RETURN is not a memo');
  return {
    ok: true,
    payment: { token: chain.nativeToken.address, to, amount: value, memo: textOf(memos.only) },
  };
};

/** For whatever spends coins of the wallet. */
const spendRules: readonly Rule<BitcoinEffects>[] = [
  simulation,
  bitcoinInputs,
  bitcoinOutputs,
  bitcoinFee,
  bitcoinInputKinds,
  bitcoinFinality,
];

/** For what returns everything to the wallet. */
const returnRules = [networkFee, ...spendRules];

/** The rules for Bitcoin transactions. Findings have the order of the rules. */
export const bitcoinGuard: FamilyGuard<BitcoinEffects> = {
  decode: decodeRequest,
  rules: {
    swap: [networkFee, ...rulesOfEveryPayment, ...spendRules],
    deposit: [
      networkFee,
      ...rulesOfEveryPayment,
      simulation,
      ...depositRules(readPlainPayment),
      bitcoinInputs,
      bitcoinOutputs,
      bitcoinFee,
      bitcoinInputKinds,
      bitcoinFinality,
    ],
    approve: [networkFee, simulation, bitcoinInputs, recipients],
    revoke: [networkFee, simulation, bitcoinInputs],
    cancel: returnRules,
    boost: returnRules,
    refund: [networkFee, simulation, bitcoinInputs],
    claim: [networkFee, simulation, bitcoinInputs],
  },
};

function decodeRequest({ unsigned, simulation, chain }: Decodable): DecodedEffects<BitcoinEffects> {
  const { bitcoin } = simulation;
  if (!bitcoin)
    return {
      ok: false,
      fault: 'the simulation lacks the coins that the Bitcoin transaction spends',
    };
  const account = parseBitcoinAddress(unsigned.account, ofFamily(chain, 'bitcoin').network);
  if (!account.ok)
    return { ok: false, fault: `the account is not for the chain: ${account.fault}` };
  const { previousOutputs, publicKey, ...known } = bitcoin;
  const own = ownScriptsOf(account.script, publicKey);
  const decoded = decodeBitcoin(unsigned.bytes, { own, previousOutputs });
  if (!decoded.ok) return decoded;
  const { content } = decoded;
  return {
    ok: true,
    effects: {
      ...content,
      ...known,
      ...changesOf(simulation),
      own,
      maximumFee: content.fee,
    },
  };
}
