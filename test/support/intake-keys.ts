import { tmpdir } from 'node:os';
import { createIntakeKeySealer } from '../../src/keys/create-intake-key-sealer.ts';

/** At least as long as one has to be. */
export const testIntakeSecret = 'the intake secret of all the tests';

/** For journals without a Ferryman. */
export const intakeKeys = createIntakeKeySealer({
  intakeSecret: testIntakeSecret,
  dataFolder: tmpdir(),
});
