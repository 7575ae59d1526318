import { checkAddress } from '../core/registry/check-address.ts';
import type { KnownChain } from '../core/registry/known-chains.ts';
import { chainRegistry } from '../core/swap/chains.ts';
import type { ReportedCoin } from '../core/swap/job.ts';
import { sameAccount } from '../core/swap/same-account.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { ChainAdapter } from '../ports/chain-adapter.ts';

/**
 * Where a job's money goes: a chain that is configured, or one of which the registry alone knows
 * anything.
 */
export type Destination = ChainAdapter | KnownChain;

export function isReportedOnly(destination: Destination): destination is KnownChain {
  return 'nativeToken' in destination;
}

/**
 * The coin that a job may want of a chain that is not configured: of nothing else there are
 * decimals to go by.
 * @throws `TOKEN_UNREADABLE`, pointing at the token
 */
export function reportedCoin(
  { name, title, family, nativeToken }: KnownChain,
  token: string,
): ReportedCoin {
  const { symbol, decimals, forms } = nativeToken;
  if (token !== 'native' && !forms.includes(token)) {
    const instead = family === undefined ? '' : `, or give chains.${name}.rpcUrls`;
    const message = `the decimals of a token of ${title} can only be read where that chain is configured: write native for its coin, ${symbol}${instead}`;
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

/** A receiver in its canonical form, or why nobody can be paid there. */
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
    return { ok: false, fault: 'is the form of the native coin, not an account' };
  const wrapped = chainRegistry[name]?.wrappedNative;
  if (wrapped !== undefined && isOneOf([wrapped])) {
    return {
      ok: false,
      fault: 'is the wrapped coin’s own contract, which nobody gets anything out of',
    };
  }
  return { ok: true, address: canonical };
}
