import { guards } from '../../../../src/families/guards.ts';
import { createGuard } from '../../../../src/guard/create-guard.ts';
import type { FamilyGuard } from '../../../../src/guard/family-guard.ts';

/** What the common rules ask of a job across chains is others' to test. */
const common: readonly string[] = ['E07', 'G06', 'G07', 'G12', 'D01', 'D02', 'D03', 'D04', 'D05'];
const { bitcoin } = guards;
const own = (rules: FamilyGuard<'bitcoin'>['rules']['swap']) =>
  rules === 'refused' ? rules : rules.filter(({ id }) => !common.includes(id));
export const guardOfBitcoin = createGuard({
  guards: {
    ...guards,
    bitcoin: {
      ...bitcoin,
      rules: {
        ...bitcoin.rules,
        swap: own(bitcoin.rules.swap),
        deposit: own(bitcoin.rules.deposit),
        cancel: own(bitcoin.rules.cancel),
        boost: own(bitcoin.rules.boost),
      },
    },
  },
});
