import type { CodeEntry } from './code-entry.ts';

/** Faults of the treasury's rules. */
export const treasuryCodes = {
  INVALID_RULE: {
    next: 'stop',
    status: 422,
    meaning:
      'The treasury rule is malformed, or names what is not there; the response lists each fault and where it is. Correct them, and apply the rule again. Nothing was stored.',
  },
  RULE_CHANGED: {
    next: 'stop',
    status: 409,
    meaning:
      'Another change of the treasury rule was stored first, so yours was not. Look at the newest version (`ferryman treasury rules show`), and apply yours again if it still fits.',
  },
  RULE_FORGED: {
    next: 'stop',
    status: 409,
    meaning:
      'What the journal has of a treasury rule, or of the jobs of its occurrence, is not what a process with the intake secret stored. Nothing was submitted for it. Find out who writes to the database; then apply the rule again, with a changed note.',
  },
} as const satisfies Record<string, CodeEntry>;
