import type {
  ExemptNetwork,
  NetworkIdentity,
} from '../../families/shared/formats/network-identity.ts';
import { type Chain, formatsOf } from '../swap/chains.ts';

/** What one endpoint has shown of its network. */
interface ShownNetwork {
  host: string;
  network: NetworkIdentity;
}

/**
 * Whether coins on a chain's network have value, by what its endpoints show. `unproven`: none has
 * shown anything yet. `contradicted`: an endpoint shows another network than the configuration, or
 * the registry's genesis, names; a signature may then be valid where nobody looks.
 */
export type NetworkStanding =
  | { kind: 'unproven' }
  | { kind: 'contradicted'; host: string; shown: NetworkIdentity; expected: NetworkIdentity }
  | { kind: 'exempt'; network: ExemptNetwork }
  | { kind: 'real'; network: NetworkIdentity };

/**
 * A network is exempt only if the registry lists what every endpoint shows. An unknown network
 * counts as real: the registry does not say that its coins are worth nothing.
 */
export function judgeNetwork(chain: Chain, shown: readonly ShownNetwork[]): NetworkStanding {
  const formats = formatsOf(chain.family);
  const expected = formats.identityOf(chain);
  const [first, ...others] = shown;
  if (!first) return { kind: 'unproven' };
  const against =
    shown.find(({ network }) => !agree(network, expected)) ??
    others.find(({ network }) => !agree(network, first.network));
  if (against)
    return {
      kind: 'contradicted',
      host: against.host,
      shown: against.network,
      expected: agree(against.network, expected) ? first.network : expected,
    };
  const network = formats.exemptNetworks.find((one) => isShown(one, first.network));
  // A node that copies the state of a real network shows that network's genesis under any id.
  const isCopy = network?.genesis === undefined && isOneOf(formats.realGenesis, first.network);
  return network && !isCopy
    ? { kind: 'exempt', network }
    : { kind: 'real', network: first.network };
}

/** Whether the configuration names an exempt network. Only endpoints can prove that it is one. */
export function isNamedExempt(chain: Chain): boolean {
  const { identityOf, exemptNetworks } = formatsOf(chain.family);
  const named = identityOf(chain);
  return exemptNetworks.some(
    (one) => agree(one, named) && (one.id === undefined || one.id === named.id),
  );
}

/** Such as `id 1, genesis 0xd4e5…`. */
export function describeIdentity({ id, genesis }: NetworkIdentity): string {
  return [
    ...(id === undefined ? [] : [`id ${id}`]),
    ...(genesis === undefined ? [] : [`genesis ${genesis}`]),
  ].join(', ');
}

/** Whether nothing that both name differs. */
function agree(one: NetworkIdentity, other: NetworkIdentity): boolean {
  return isSame(one.id, other.id) && isSame(one.genesis, other.genesis);
}

function isSame(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || other === undefined || one === other;
}

/** Whether an endpoint has shown all that a table names of a network. */
function isShown(listed: NetworkIdentity, shown: NetworkIdentity): boolean {
  return (
    (listed.id === undefined || listed.id === shown.id) &&
    (listed.genesis === undefined || listed.genesis === shown.genesis)
  );
}

function isOneOf(known: ReadonlySet<string>, { genesis }: NetworkIdentity): boolean {
  return genesis !== undefined && known.has(genesis);
}
