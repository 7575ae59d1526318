import { checkAddress } from '../core/registry/check-address.ts';
import type { KnownChain } from '../core/registry/known-chains.ts';
import { chainRegistry } from '../core/swap/chains.ts';
import type { ReportedCoin } from '../core/swap/job.ts';
import { sameAccount } from '../core/swap/same-account.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { ChainAdapter } from '../ports/chain-adapter.ts';

/** A job's destination: a configured chain, or one that only the registry knows. */
export type Destination = ChainAdapter | KnownChain;

export function isReportedOnly(destination: Destination): destination is KnownChain {
  return 'nativeToken' in destination;
}

/**
 * The native coin of a chain that is not configured: the decimals of its other tokens are not
 * known.
 * @throws `TOKEN_UNREADABLE`, pointing at the token
 */
export function reportedCoin(
  { name, title, family, nativeToken }: KnownChain,
  token: string,
): ReportedCoin {
  const { symbol, decimals, forms } = nativeToken;
  const isCoin = ['native', symbol.toLowerCase()].includes(token.toLowerCase());
  if (!isCoin && !forms.includes(token)) {
    const instead = family === undefined ? '' : `, or configure chains.${name}.rpcUrls`;
    const message = `Ferryman cannot read the decimals of a token on ${title}, which is not configured: write native for its coin, ${symbol}${instead}`;
    throw new FerrymanError('TOKEN_UNREADABLE', message, {
      faults: [{ pointer: '/to/token', message }],
    });
  }
  const [form = token] = forms;
  return {
    family: family ?? 'other',
    chain: name,
    token: form,
    decimals,
    symbol,
    reportedOnly: true,
  };
}

/** A receiver in canonical form, or why it cannot be paid. */
export function reportedReceiver(
  { name, family, nativeToken }: KnownChain,
  given: string,
): { ok: true; address: string } | { ok: false; fault: string } {
  const checked = checkAddress(name, given);
  if (!checked.ok) return { ok: false, fault: checked.reason };
  const { canonical } = checked;
  const isOneOf = (addresses: readonly string[]): boolean =>
    addresses.some((one) => sameAccount(family ?? 'other', one, canonical));
  if (isOneOf(nativeToken.forms))
    return { ok: false, fault: 'is the placeholder of the native coin, not an account' };
  const wrapped = chainRegistry[name]?.wrappedNative;
  if (wrapped !== undefined && isOneOf([wrapped])) {
    return {
      ok: false,
      fault: 'is the wrapped coin’s own contract: money sent there is lost',
    };
  }
  return { ok: true, address: canonical };
}
