import type { SimulatedChanges } from '../../../../src/ports/chain-adapter.ts';
import type { Assembly } from './base.ts';
import type { Role } from './fixtures.ts';
import { statedSimulation } from './stated-simulation.ts';
import { CannotBuild } from './vector.ts';

/**
 * A simulation with what the vector says of it, on a family whose base writes down only what an
 * honest one shows. Amounts that the vector does not state stay as they were if it states none.
 * @param addressOf the account of a role on the family
 */
export function withStated(
  { env, job }: Pick<Assembly, 'env' | 'job'>,
  simulation: SimulatedChanges,
  addressOf: (role: Role) => string,
): SimulatedChanges {
  const { isFailed, drains, given, authorityChanges, witnesses } = statedSimulation(
    env,
    addressOf('treasury'),
  );
  if (isFailed) return { ...simulation, balanceChanges: [] };
  const { deltas, receiverDelta, approvals = [] } = given;
  const tokenOf = (symbol: string): string => {
    const found = [job.from, job.to].find((one) => one.symbol === symbol || one.token === symbol);
    if (!found) throw new CannotBuild(`the token ${symbol} is not of the job`);
    return found.token;
  };
  const stated = Object.entries(deltas ?? {}).flatMap(([name, value]) =>
    typeof value === 'object'
      ? Object.entries(value).map(([symbol, delta]) => ({
          account: addressOf(name as Role),
          token: tokenOf(symbol),
          delta: BigInt(delta),
        }))
      : [{ account: addressOf('treasury'), token: tokenOf(name), delta: BigInt(value) }],
  );
  const balanceChanges = simulation.balanceChanges.map((change) => {
    const { account, token, delta } = change;
    const found = stated.find((one) => one.account === account && one.token === token);
    if (found) return found;
    if (receiverDelta !== undefined && account === job.receiver && token === job.to.token)
      return { ...change, delta: BigInt(receiverDelta) };
    return drains && account === addressOf('treasury')
      ? { ...change, delta: delta - 10n ** 9n }
      : change;
  });
  return {
    ...simulation,
    ...witnesses,
    authorityChanges,
    balanceChanges,
    allowanceChanges: [
      ...simulation.allowanceChanges,
      ...approvals.map(([token, spender, after]) => ({
        token,
        spender,
        before: 0n,
        after: BigInt(after),
      })),
    ],
  };
}
