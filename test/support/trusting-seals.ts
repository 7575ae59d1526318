import type { JobSeals } from '../../src/ports/job-seals.ts';

/** Takes every job for one that was submitted. */
export const trustingSeals: JobSeals = {
  sealer: async () => (_job, by) => ({ version: 1, keyId: 'test', by, signature: 'test' }),
  admissionSealer: async () => () => ({ version: 1, keyId: 'test', signature: 'test' }),
  isSealed: async () => true,
  verify: async () => ({ kind: 'sealed', by: 'library' }),
};
