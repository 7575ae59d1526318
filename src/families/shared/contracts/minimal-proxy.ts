import { type Address, getAddress, type Hex } from 'viem';

/** EIP-1167: the runtime code of a minimal proxy, around the contract that it delegates to. */
const minimalProxy = /^0x363d3d373d3d3d363d73([0-9a-f]{40})5af43d82803e903d91602b57fd5bf3$/i;

/** The contract that a minimal proxy delegates to. `undefined`: the code is no such proxy. */
export function minimalProxyTarget(code: Hex): Address | undefined {
  const [, target] = minimalProxy.exec(code) ?? [];
  return target === undefined ? undefined : getAddress(`0x${target.toLowerCase()}`);
}
