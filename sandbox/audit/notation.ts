import { isPaper, PAPER_CHAINS } from '../chains/paper-chains.ts';
import type {
  PlaceName,
  SandboxChainEndpoints,
  SandboxChainName,
  SandboxEndpoints,
} from '../endpoints.ts';
import type { ChainAddress, Notation, TransactionId } from '../notation.ts';
import { NOTATIONS } from '../notations.ts';
import { SandboxError } from '../sandbox-error.ts';
import type { AuditDifference, AuditRoute, BookedRoute } from './audit-types.ts';

/* Converts addresses and transaction ids between each chain's notation and the internal form. */

type Chains = SandboxEndpoints['chains'];

/** @throws {SandboxError} `bad-option` if the sandbox has no such chain */
export function endpointsOf(chains: Chains, name: SandboxChainName): SandboxChainEndpoints {
  const endpoints = chains[name];
  if (endpoints === undefined) throw new SandboxError('bad-option', `There is no chain ${name}.`);
  return endpoints;
}

function notationOf(chains: Chains, place: PlaceName): Notation {
  return isPaper(place)
    ? PAPER_CHAINS[place].notation
    : NOTATIONS[endpointsOf(chains, place).family];
}

/**
 * Reads an address in its chain's notation; EVM addresses in any case.
 * @throws {SandboxError} `bad-option`
 */
export function bookAddress(chains: Chains, chain: PlaceName, text: string): ChainAddress {
  const isEvm = !isPaper(chain) && endpointsOf(chains, chain).family === 'evm';
  const address = notationOf(chains, chain).parseAddress(isEvm ? text.toLowerCase() : text);
  if (address === undefined)
    throw new SandboxError('bad-option', `${text} is not an address of ${chain}.`);
  return address;
}

/**
 * Reads a transaction id of any chain.
 * @throws {SandboxError} `bad-option`
 */
export function bookId(text: string): TransactionId {
  for (const { parseTransactionId } of Object.values<Notation>(NOTATIONS)) {
    const id = parseTransactionId(text);
    if (id !== undefined) return id;
  }
  throw new SandboxError('bad-option', `${text} is not a transaction id.`);
}

/** @throws {SandboxError} `bad-option` */
export function bookRoute(chains: Chains, route: AuditRoute): BookedRoute {
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

/** Ids of 64 bytes are Solana's. */
const INTERNAL_ID = /0x(?:[0-9a-f]{128}|[0-9a-f]{64})/g;
const SOLANA_ID_CHARACTERS = 2 + 128;

/** Renders a difference in the notation of its chain. */
export function renderDifference(chains: Chains, difference: AuditDifference): AuditDifference {
  const { chain, account, token, note } = difference;
  const { renderAddress, renderTransactionId } = notationOf(chains, chain);
  const family = isPaper(chain) ? undefined : endpointsOf(chains, chain).family;
  const render = (text: string): string => renderAddress(text as ChainAddress);
  const renderId = (id: string): string => {
    if (id.length === SOLANA_ID_CHARACTERS)
      return NOTATIONS.solana.renderTransactionId(id as TransactionId);
    return family === 'evm' || family === 'solana' ? id : renderTransactionId(id as TransactionId);
  };
  const rendered = { ...difference, account: render(account), token: render(token) };
  return note === undefined
    ? rendered
    : { ...rendered, note: note.replaceAll(INTERNAL_ID, renderId) };
}
