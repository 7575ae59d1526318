import type { Rule } from '../../../../guard/rule.ts';
import { assemblyObjections } from '../../../../guard/rules/g11-assembly.ts';

/** T02. The bytes are what was decided on, to the last one, whatever a node may have said: what G11 is on EVM. */
export const tronAssembly: Rule<'tron'> = {
  id: 'T02',
  check: assemblyObjections,
};
