import type { SandboxChainName } from '../endpoints.ts';
import { CHAIN_NAMES } from './chain-catalogue.ts';

/** The router and the control server. */
const PORTS_BEFORE_CHAINS = 2;

/** Solana serves subscriptions on the port after its RPC port. */
function portsOf(name: SandboxChainName): number {
  return name === 'SOLANA' ? 2 : 1;
}

/** Number of consecutive ports that a sandbox with these chains takes. */
export function countPorts(names: readonly SandboxChainName[]): number {
  return names.reduce((sum, name) => sum + portsOf(name), PORTS_BEFORE_CHAINS);
}

/** The highest port base that leaves a port for every chain. */
export const MAX_PORT_BASE = 65_536 - countPorts(CHAIN_NAMES);

/** @returns the first port of a chain, if the servers use consecutive ports */
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
