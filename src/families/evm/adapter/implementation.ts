import {
  type Address,
  getAddress,
  type Hex,
  keccak256,
  numberToHex,
  slice,
  stringToHex,
} from 'viem';
import { implementationCall, wordOf } from '../../shared/contracts/token-calls.ts';
import { bytes, quantity } from './answers.ts';
import type { Endpoint } from './endpoint.ts';

/** EIP-1967: where a proxy stores what it delegates to, or the beacon that names it. */
const [implementationSlot, beaconSlot] = [
  'eip1967.proxy.implementation',
  'eip1967.proxy.beacon',
].map((name) => numberToHex(BigInt(keccak256(stringToHex(name))) - 1n, { size: 32 }));

/** What a contract's EIP-1967 slots hold. */
export interface ProxySlots {
  implementation: Address | undefined;
  beacon: Address | undefined;
}

export async function readProxySlots(
  endpoint: Endpoint,
  address: Address,
  tag: Hex,
): Promise<ProxySlots> {
  const read = async (slot: Hex | undefined) =>
    addressIn(await endpoint.read('eth_getStorageAt', [address, slot, tag], quantity));
  const [implementation, beacon] = await Promise.all([read(implementationSlot), read(beaconSlot)]);
  return { implementation, beacon };
}

/** The contract that a beacon names. `undefined`: it does not answer with an address. */
export async function readBeacon(
  endpoint: Endpoint,
  beacon: Address,
  tag: Hex,
): Promise<Address | undefined> {
  const word = wordOf(await endpoint.read('eth_call', [implementationCall(beacon), tag], bytes));
  return word === undefined ? undefined : addressIn(word);
}

/** Zero is no address: an empty slot. */
function addressIn(word: bigint): Address | undefined {
  const address = slice(numberToHex(word, { size: 32 }), 12);
  return BigInt(address) === 0n ? undefined : getAddress(address);
}
