import { type Address, getAddress, type Hash, isAddress, zeroAddress } from 'viem';
import type { SandboxChainEndpoints, SandboxChainName, SandboxEndpoints } from '../endpoints.ts';
import { SandboxError } from '../sandbox-error.ts';
import { parseTronAddress, renderTronAddress } from '../tron/tron-address.ts';
import type { BookedRoute, LedgerDifference, LedgerRoute } from './ledger-types.ts';

/*
 * Between the forms in which each chain's users write addresses and transaction ids, and the one form of the books: the EVM's.
 */

type Chains = SandboxEndpoints['chains'];

/** @throws {SandboxError} `bad-option` if the sandbox has no such chain */
export function endpointsOf(chains: Chains, name: SandboxChainName): SandboxChainEndpoints {
  const endpoints = chains[name];
  if (endpoints === undefined) throw new SandboxError('bad-option', `There is no chain ${name}.`);
  return endpoints;
}

/** @throws {SandboxError} `bad-option` */
export function bookAddress(chains: Chains, chain: SandboxChainName, text: string): Address {
  const isTron = endpointsOf(chains, chain).family === 'tron';
  const evm = isAddress(text, { strict: false }) ? getAddress(text) : undefined;
  const address = isTron && evm !== zeroAddress ? parseTronAddress(text) : evm;
  if (address === undefined) throw new SandboxError('bad-option', `${text} is not an address of ${chain}.`);
  return address;
}

export function bookId(text: string): Hash {
  return `0x${text.replace(/^0x/, '')}`;
}

/** @throws {SandboxError} `bad-option` */
export function bookRoute(chains: Chains, route: LedgerRoute): BookedRoute {
  const { from, to, destinationTx } = route;
  return {
    ...route,
    account: bookAddress(chains, from, route.account),
    fromToken: bookAddress(chains, from, route.fromToken),
    toToken: bookAddress(chains, to, route.toToken),
    receiver: bookAddress(chains, to, route.receiver),
    sourceTx: bookId(route.sourceTx),
    destinationTx: destinationTx === null ? null : bookId(destinationTx),
  };
}

/** A difference as it stands in the books, in the form of its chain. */
export function renderDifference(chains: Chains, difference: LedgerDifference): LedgerDifference {
  const { chain, account, token, note } = difference;
  if (endpointsOf(chains, chain).family === 'evm') return difference;
  const render = (text: string): string => renderTronAddress(getAddress(text));
  const ids = note === undefined ? {} : { note: note.replaceAll(/0x([0-9a-f]{64})/g, '$1') };
  return { ...difference, account: render(account), token: render(token), ...ids };
}
