import { countPorts } from './chains/assign-ports.ts';
import { EVM_CHAIN_NAMES } from './chains/chain-catalogue.ts';
import { freePort } from './evm/free-port.ts';
import type { ResolvedSandboxOptions } from './sandbox-options.ts';

/**
 * Checks all ports before anything starts, because chains take long to start.
 * @throws {SandboxError} `port-taken`
 */
export async function requireFreePorts({
  portBase,
  otherChains,
}: ResolvedSandboxOptions): Promise<void> {
  if (portBase === undefined) return;
  const count = countPorts([...EVM_CHAIN_NAMES, ...otherChains]);
  await Promise.all(Array.from({ length: count }, (_, offset) => freePort(portBase + offset)));
}
