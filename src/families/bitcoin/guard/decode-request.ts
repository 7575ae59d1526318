import { ofFamily } from '../../../core/of-family.ts';
import { changesOf, type Decodable } from '../../../guard/decodable.ts';
import type { DecodedEffects } from '../../../guard/effects.ts';
import { parseBitcoinAddress } from '../formats/address.ts';
import { decodeBitcoin } from './decode.ts';
import type { BitcoinEffects } from './effects.ts';

export function decodeRequest({ unsigned, simulation, chain }: Decodable): DecodedEffects<BitcoinEffects> {
  const { bitcoin } = simulation;
  if (!bitcoin) return { ok: false, fault: 'the simulation does not say what a transaction of Bitcoin spends' };
  const own = parseBitcoinAddress(unsigned.account, ofFamily(chain, 'bitcoin').network);
  if (!own.ok) return { ok: false, fault: `the account is none of the chain: ${own.fault}` };
  const { previousOutputs, ...known } = bitcoin;
  const decoded = decodeBitcoin(unsigned.bytes, { script: own.script, previousOutputs });
  if (!decoded.ok) return decoded;
  const { content } = decoded;
  return {
    ok: true,
    effects: { ...content, ...known, ...changesOf(simulation), script: own.script, maximumFee: content.fee },
  };
}
