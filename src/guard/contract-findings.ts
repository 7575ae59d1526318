import type { InspectedAddress } from '../ports/chain-adapter.ts';
import { codeOf, contractItem } from './contract-item.ts';
import type { Effects } from './effects.ts';
import { findInspected } from './find-inspected.ts';
import { type AdmittedContract, admittedOn } from './policy/guard-policy.ts';
import { findingsOf, hold, type RuleFinding, type RuleRequest, reject } from './rule.ts';
import { sameAddress } from './same-address.ts';

interface ContractUse {
  kind: 'target' | 'spender';
  address: string;
  /** The provider whose order names it. Absent: Ferryman's own step. */
  provider: string | undefined;
  /** The called function. Absent for a spender. */
  selector?: string | undefined;
}

/**
 * Law 10 for contracts: the policy names the contract, for the provider, with the code that runs
 * there and the function that is called. One that is not named is held; one whose code differs
 * from the named code is refused, since the audited code was replaced.
 */
export function contractFindings(
  effects: Pick<Effects, 'family' | 'inspected'>,
  request: RuleRequest,
  use: ContractUse,
): RuleFinding[] {
  const { chain, guardPolicy } = request;
  const { kind, address, provider, selector } = use;
  const facts = findInspected(effects, address);
  const on = admittedOn(guardPolicy, chain.name);
  const list = kind === 'target' ? on.targets : on.spenders;
  const named = list.filter((entry) => sameAddress(effects.family, entry.address, address));
  const usable = named.filter(
    ({ providers, selectors }) =>
      (providers === undefined || provider === undefined || providers.includes(provider)) &&
      (selectors === undefined || selector === undefined || selectors.includes(selector)),
  );
  const shown = { [kind]: address, ...codeOf(facts) };
  if (usable.length === 0)
    return [
      hold(
        {
          kind,
          ...contractItem(effects, request, use),
          ...(selector === undefined ? {} : { selector }),
        },
        named.length === 0
          ? `the policy does not name the ${kind}`
          : `the policy names the ${kind} for other providers or functions`,
        { ...shown, provider, selector },
      ),
    ];
  const matching = usable.filter((entry) => hasNamedCode(entry, facts));
  return findingsOf(
    matching.length === 0 &&
      reject(`the code of the ${kind} is not the code that the policy names`, shown),
    guardPolicy.profile === 'strict' &&
      matching.length > 0 &&
      !matching.some(({ codeHash }) => codeHash !== undefined) &&
      reject(`the strict policy does not name the code of the ${kind}`, shown),
    guardPolicy.profile === 'strict' &&
      selector !== undefined &&
      matching.length > 0 &&
      !matching.some(({ selectors }) => selectors !== undefined) &&
      reject(`the strict policy does not name the functions of the ${kind}`, shown),
  );
}

/** Who names the code of a proxy has to name what it delegates to: its own code does nothing. */
export function hasNamedCode(
  { codeHash, implementationHash }: AdmittedContract,
  facts: InspectedAddress | undefined,
): boolean {
  const namesCode = codeHash !== undefined || implementationHash !== undefined;
  return (
    (codeHash === undefined || codeHash === facts?.codeHash) &&
    (!namesCode || implementationHash === facts?.implementationHash)
  );
}
