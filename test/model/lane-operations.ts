import { hour } from '../journal/suite/fixture.ts';
import { onBoth } from './both-journals.ts';
import { admit, enterLane } from './journal-lanes.ts';
import * as model from './journal-swaps.ts';
import { holders, type Operation, version } from './operation.ts';
import { pick } from './pick.ts';

export const laneOperations: readonly Operation[] = [
  {
    name: 'enter the lane',
    async run(both, choose) {
      const { request } = version(both, choose);
      const { swapId } = request;
      const [claimant, holder, isUrgent] = [
        pick(holders, choose),
        pick(holders, choose),
        choose(3) === 0,
      ];
      const { world, real } = both;
      return onBoth<boolean>(
        both,
        async () => {
          const isClaimed = await real.lock(swapId, claimant, hour);
          await real.enterLane({ ...request, holder, isUrgent, chain: world.chain, family: 'evm' });
          await world.raw(
            `update lanes set slots = ${both.model.state.slots} where wallet_id = '${world.wallet.id}'`,
          );
          return isClaimed;
        },
        () => {
          const isClaimed = model.claim(both.model, swapId, claimant, hour);
          enterLane(both.model, { ...request, holder, isUrgent });
          return isClaimed;
        },
      );
    },
  },
  {
    name: 'admit',
    async run(both, choose) {
      const { world, real } = both;
      const holder = pick(holders, choose);
      const lane = { walletId: world.wallet.id, chain: world.chain };
      return onBoth<unknown>(
        both,
        async () =>
          (await real.admit({ ...lane, holder, ttl: hour })).swaps.map((id) =>
            both.swaps.findIndex((swap) => swap.id === id),
          ),
        () => {
          const admitted = admit(both.model, holder, hour);
          return admitted === undefined
            ? []
            : [both.swaps.findIndex((swap) => swap.id === admitted)];
        },
      );
    },
  },
];
