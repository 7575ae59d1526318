import type { Address, Hex } from 'viem';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { addressHex } from './accounts.ts';
import { type PlayedCall, playedCall } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { playFailure } from './map-error.ts';

export interface Call {
  from: Address;
  to: Address;
  data: Hex;
  /** Sun. */
  value: bigint;
}

/**
 * Plays a call on the newest state of the node, which changes nothing (`triggerconstantcontract`).
 * Throws `TRANSACTION_REVERTS`, `INSUFFICIENT_GAS`, `RPC_UNAVAILABLE`.
 */
export async function playCall(
  endpoint: Endpoint,
  { from, to, data, value }: Call,
): Promise<PlayedCall> {
  const played = await endpoint.read(
    'wallet/triggerconstantcontract',
    {
      owner_address: addressHex(from),
      contract_address: addressHex(to),
      data: data.slice(2),
      call_value: Number(value),
      visible: false,
    },
    playedCall,
  );
  const failure = playFailure(played, endpoint.host);
  if (failure) throw failure;
  return played;
}

/** What a contract answers to a question; no bytes where it does not, or where there is none. */
export async function readContract(
  endpoint: Endpoint,
  { to, data }: Pick<Call, 'to' | 'data'>,
): Promise<Hex> {
  try {
    // Nobody asks: what is asked here is the same for all.
    const { constant_result } = await playCall(endpoint, { from: to, to, data, value: 0n });
    return constant_result[0] ?? '0x';
  } catch (error) {
    if (error instanceof FerrymanError && error.code === 'TRANSACTION_REVERTS') return '0x';
    throw error;
  }
}
