import type { Address, Hex } from 'viem';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { addressHex } from './accounts.ts';
import { type SimulatedCall, simulatedCall } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { simulationFailure } from './map-error.ts';

export interface Call {
  from: Address;
  to: Address;
  data: Hex;
  /** Sun. */
  value: bigint;
}

/**
 * Simulates a call on the node's newest state (`triggerconstantcontract`). Throws
 * `TRANSACTION_REVERTS`, `INSUFFICIENT_GAS`, `RPC_UNAVAILABLE`.
 */
export async function simulateCall(
  endpoint: Endpoint,
  { from, to, data, value }: Call,
): Promise<SimulatedCall> {
  const simulated = await endpoint.read(
    'wallet/triggerconstantcontract',
    {
      owner_address: addressHex(from),
      contract_address: addressHex(to),
      data: data.slice(2),
      call_value: Number(value),
      visible: false,
    },
    simulatedCall,
  );
  const failure = simulationFailure(simulated, endpoint.host);
  if (failure) throw failure;
  return simulated;
}

/** What a contract returns from a view function. Empty if it does not answer or does not exist. */
export async function readContract(
  endpoint: Endpoint,
  { to, data }: Pick<Call, 'to' | 'data'>,
): Promise<Hex> {
  try {
    // The sender does not matter: the answer is the same for all.
    const { constant_result } = await simulateCall(endpoint, { from: to, to, data, value: 0n });
    return constant_result[0] ?? '0x';
  } catch (error) {
    if (error instanceof FerrymanError && error.code === 'TRANSACTION_REVERTS') return '0x';
    throw error;
  }
}
