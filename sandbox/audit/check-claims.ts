import { isPaper } from '../chains/paper-chains.ts';
import type { PlaceName } from '../endpoints.ts';
import { arrivalOf } from './arrival.ts';
import { differenceOf } from './audit-sheet.ts';
import type { AuditDifference, AuditOpening, BookedRoute } from './audit-types.ts';
import { accountsOn } from './open-audit.ts';

/** Checks routes against each other and against the accounts, without reading a chain. */
export function checkClaims(
  { accounts, chains }: AuditOpening,
  routes: readonly BookedRoute[],
): AuditDifference[] {
  const claimed = new Set<string>();
  return routes.flatMap((route) => [
    ...claimedAgain(route, claimed, (chain) => !isPaper(chain) && chains[chain]?.family === 'ton'),
    ...notInTheBooks(route, accounts),
  ]);
}

/**
 * One transaction pays for one route, and one payout settles one route. A message of a TON wallet
 * may pay for several or pay several out; `checkRoute` compares their sum.
 */
function claimedAgain(
  route: BookedRoute,
  claimed: Set<string>,
  isShared: (chain: PlaceName) => boolean,
): AuditDifference[] {
  const { chain, account, token, tx } = arrivalOf(route);
  const claims = isShared(route.from) ? [] : [`${route.from} ${route.sourceTx}`];
  if (route.kind !== 'on-chain' && tx !== null && !isShared(chain)) claims.push(`${chain} ${tx}`);
  const again = claims.filter((claim) => claimed.has(claim));
  for (const claim of claims) claimed.add(claim);
  return again.map((claim) =>
    differenceOf({
      chain,
      account,
      token,
      expected: BigInt(route.amountOut),
      actual: 0n,
      note: `claimed by another route: ${claim}`,
    }),
  );
}

/** The audit does not cover the spending of an account that was not opened. */
function notInTheBooks(route: BookedRoute, accounts: AuditOpening['accounts']): AuditDifference[] {
  if (accountsOn(accounts, route.from).includes(route.account)) return [];
  return [
    differenceOf({
      chain: route.from,
      account: route.account,
      token: route.fromToken,
      expected: BigInt(route.amountIn),
      actual: 0n,
      note: 'the account is not in the books',
    }),
  ];
}
