import { ofFamily } from '../../../core/of-family.ts';
import { maximumFee } from '../../../core/transaction-object.ts';
import { changesOf, type Decodable } from '../../../guard/decodable.ts';
import type { DecodedEffects } from '../../../guard/effects.ts';
import { decodeTon } from './decode.ts';
import type { TonEffects } from './effects.ts';

/** What its messages do to others nobody can play: the effects are what the bytes say, and what our endpoints say of whom they are for. */
export function decodeRequest({ unsigned, simulation }: Decodable): DecodedEffects<TonEffects> {
  const { ton } = simulation;
  if (!ton) return { ok: false, fault: 'the simulation does not say whom a wallet of TON sends to' };
  const decoded = decodeTon(unsigned.bytes);
  if (!decoded.ok) return decoded;
  const fee = ofFamily(unsigned.fee, 'ton');
  return { ok: true, effects: { ...decoded.content, ...ton, ...changesOf(simulation), maximumFee: maximumFee(fee) } };
}
