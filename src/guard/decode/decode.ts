import { assertNever } from '../../core/assert-never.ts';
import { parseBitcoinAddress } from '../../core/bitcoin-address.ts';
import { ofFamily } from '../../core/of-family.ts';
import { maximumFee } from '../../core/transaction-object.ts';
import type { SimulatedChanges } from '../../ports/chain-adapter.ts';
import type { GuardRequest } from '../../ports/guard.ts';
import type { DecodedEffects, Effects } from '../effects.ts';
import { decodeBitcoin } from './bitcoin.ts';
import { decodeEvm } from './evm.ts';
import { decodeSolana } from './solana.ts';
import { decodeTon } from './ton.ts';
import { decodeTron } from './tron.ts';

type Decodable = Pick<GuardRequest, 'unsigned' | 'simulation' | 'chain'>;

export function decode(request: Decodable): DecodedEffects {
  const { unsigned, simulation } = request;
  switch (unsigned.family) {
    case 'evm':
      return decodeEvm(unsigned, simulation);
    case 'tron':
      return decodeTron(unsigned, simulation);
    case 'solana':
      return decodeSolana(unsigned, simulation);
    case 'ton':
      return decodeTonRequest(request);
    case 'bitcoin':
      return decodeBitcoinRequest(request);
    default:
      return assertNever(unsigned.family, 'family');
  }
}

/** What its messages do to others nobody can play: the effects are what the bytes say, and what our endpoints say of whom they are for. */
function decodeTonRequest({ unsigned, simulation }: Decodable): DecodedEffects {
  const { ton } = simulation;
  if (!ton) return { ok: false, fault: 'the simulation does not say whom a wallet of TON sends to' };
  const decoded = decodeTon(unsigned.bytes);
  if (!decoded.ok) return decoded;
  const fee = ofFamily(unsigned.fee, 'ton');
  return { ok: true, effects: { ...decoded.content, ...ton, ...changesOf(simulation), maximumFee: maximumFee(fee) } };
}

function decodeBitcoinRequest({ unsigned, simulation, chain }: Decodable): DecodedEffects {
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

function changesOf(changes: SimulatedChanges): Pick<Effects, keyof SimulatedChanges & keyof Effects> {
  const { balanceChanges, allowanceChanges, authorityChanges, inspected } = changes;
  return { balanceChanges, allowanceChanges, authorityChanges, inspected };
}
