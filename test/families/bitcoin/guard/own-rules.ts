import { bitcoinGuard as bitcoin } from '../../../../src/families/bitcoin/guard/guard.ts';
import { definitions } from '../../../../src/families/families.ts';
import { createGuard } from '../../../../src/guard/create-guard.ts';
import { testPolicy } from '../../../support/guard-policy.ts';

/** What the common rules ask of a job across chains is others' to test. */
const common: readonly string[] = [
  'E07',
  'G06',
  'G07',
  'G10',
  'G12',
  'D01',
  'D02',
  'D03',
  'D04',
  'D05',
];
/** The common ones find nothing. Without them no guard starts. */
const own = (rules: (typeof bitcoin)['rules']['swap']) =>
  rules === 'refused'
    ? rules
    : rules.map((rule) => (common.includes(rule.id) ? { ...rule, check: () => [] } : rule));
export const guardOfBitcoin = createGuard({
  policy: testPolicy,
  definitions: {
    ...definitions,
    bitcoin: {
      guard: {
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
  },
});
