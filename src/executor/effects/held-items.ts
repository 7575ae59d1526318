import type { AdmissionItem } from '../../core/approvals/admission-item.ts';
import type { HeldItem, KnownFacts } from '../../core/approvals/approval.ts';
import { boundedFacts } from '../../core/approvals/verdict-trace.ts';
import { chainRegistry, formatsOf } from '../../core/swap/chains.ts';
import type { SimulatedChanges } from '../../ports/chain-adapter.ts';
import type { Verdict } from '../../ports/guard.ts';
import { itemOf } from '../../signer/item-of.ts';

/** So many lines of a simulation are shown; the others are counted. */
const maxLines = 24;

/**
 * What a person may admit, of a verdict that holds, with what was measured. Two findings about one
 * item are two entries.
 */
export function heldItems(
  { findings, policy }: Exclude<Verdict, { kind: 'allow' }>,
  simulation: SimulatedChanges | undefined,
): HeldItem[] {
  return findings.flatMap((finding) => {
    if (finding.severity !== 'hold') return [];
    const { rule, message, facts } = finding;
    const item = itemOf(finding);
    const contract = simulation && contractOf(item, simulation);
    const known: KnownFacts = {
      facts: boundedFacts(facts),
      ...(contract ? { contract } : {}),
      simulation: simulation ? linesOf(simulation) : [],
      block: `${simulation?.block ?? 'none'}`,
      policy,
    };
    return [{ item, rule, message, known }];
  });
}

function contractOf(
  item: AdmissionItem,
  { inspected }: SimulatedChanges,
): Record<string, string> | undefined {
  if (!('address' in item)) return undefined;
  const family = chainRegistry[item.chain]?.family;
  // The simulation has addresses as the router writes them.
  const found = [...inspected].find(
    ([address]) => family && formatsOf(family).isSameAddress(address, item.address),
  )?.[1];
  if (!found) return undefined;
  return boundedFacts(
    Object.fromEntries(
      Object.entries(found).flatMap(([name, value]) =>
        value === undefined || typeof value === 'object' ? [] : [[name, String(value)]],
      ),
    ),
  );
}

function linesOf({ balanceChanges, allowanceChanges, authorityChanges }: SimulatedChanges) {
  const lines = [
    ...balanceChanges.map(
      ({ account, token, delta }) =>
        `balance of ${account} in ${token}: ${delta > 0n ? '+' : ''}${delta}`,
    ),
    ...allowanceChanges.map(
      ({ token, spender, before, after }) =>
        `allowance of ${spender} in ${token}: ${before} → ${after}`,
    ),
    ...authorityChanges.map(
      ({ account, what, before, after }) => `${what} of ${account}: ${before} → ${after}`,
    ),
  ];
  const left = lines.length - maxLines;
  return left > 0 ? [...lines.slice(0, maxLines), `and ${left} more`] : lines;
}
