import type { SandboxChainName } from '../endpoints.ts';
import { CHAIN_NAMES } from './chain-catalogue.ts';

/** The router's and the control server's. */
const PORTS_BEFORE_CHAINS = 2;

/** A node of Solana has its subscriptions on the port after its own. */
function portsOf(name: SandboxChainName): number {
  return name === 'SOLANA' ? 2 : 1;
}

/** How many consecutive ports a sandbox with these chains takes. */
export function countPorts(names: readonly SandboxChainName[]): number {
  return names.reduce((sum, name) => sum + portsOf(name), PORTS_BEFORE_CHAINS);
}

/** With it the last chain's port is the last of all. */
export const MAX_PORT_BASE = 65_536 - countPorts(CHAIN_NAMES);

/** @returns the first port of a chain, if all servers have consecutive ports */
export function assignPorts(
  names: readonly SandboxChainName[],
  portBase: number,
): (name: SandboxChainName) => { readonly port: number } {
  return (wanted) => {
    const before = names.slice(0, names.indexOf(wanted));
    return {
      port: before.reduce((port, name) => port + portsOf(name), portBase + PORTS_BEFORE_CHAINS),
    };
  };
}
